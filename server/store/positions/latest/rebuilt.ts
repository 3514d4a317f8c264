import type { Instant } from '../../../../src/domain/base/index.ts';
import {
  createFix,
  decodeTrack,
  NO_ALTITUDE,
  NO_COURSE,
  NO_SATELLITES,
  NO_SPEED,
  trackAttributeValue,
  TRACK_FLAG,
  type Fix,
  type TrackColumns,
} from '../../../../src/domain/telemetry/index.ts';
import { COORDINATE_SCALE, SPEED_SCALE } from '../../../../src/domain/base/index.ts';
import type { AttributeNames } from '../journal/attributeNames.ts';
import { Group } from '../journal/group.ts';
import { JOURNAL_HEADER, journalRow, openJournalRow } from '../journal/journalRow.ts';
import { readBackfillBlocks } from '../blocks/blockTable.ts';
import type { BlockReading } from '../blocks/soundBlocks.ts';
import { inflate } from '../blocks/trackBlocks.ts';
import type { Latest } from './latest.ts';

/** Later than any report. */
const END_OF_TIME: Instant = Date.UTC(9999, 0, 1);

/** Fills in units whose row of latest states was lost from the last report in their blocks, where they have any. */
export async function rebuildLatest(
  reading: BlockReading,
  names: AttributeNames,
  latest: Latest,
  unitIds: readonly number[],
): Promise<void> {
  if (unitIds.length === 0) return;
  for (const { bytes } of await readBackfillBlocks(reading, unitIds, END_OF_TIME, 'all', null)) {
    const track = decodeTrack(bytes, { inflate });
    const row = track.count - 1;
    if (row < 0) continue;
    const group = new Group();
    const receivedAt = track.times[row] + track.receivedDelays[row] * 1000;
    group.add(track.unitId, track.protocols[row], receivedAt, fixOf(track, row), latest.known, names);
    const source = openJournalRow(journalRow(group.base, group.bytes.bytes.subarray(0, group.bytes.length)));
    latest.applyRecord(source, JOURNAL_HEADER, 0);
  }
}

/** The row as the device sent it. */
function fixOf(track: TrackColumns, row: number): Fix {
  const sent = (value: number, none: number, scale = 1): number => (value === none ? Number.NaN : value / scale);
  const fix = Object.assign(createFix(), {
    time: track.times[row],
    hasPosition: (track.flags[row] & TRACK_FLAG.hasPosition) !== 0,
    valid: (track.flags[row] & TRACK_FLAG.valid) !== 0,
    latitude: track.latitudes[row] / COORDINATE_SCALE,
    longitude: track.longitudes[row] / COORDINATE_SCALE,
    speed: sent(track.speeds[row], NO_SPEED, SPEED_SCALE),
    course: sent(track.courses[row], NO_COURSE, 10),
    altitude: sent(track.altitudes[row], NO_ALTITUDE),
    satellites: track.satellites[row] === NO_SATELLITES ? -1 : track.satellites[row],
  });
  for (const attribute of track.attributes) {
    const value = trackAttributeValue(attribute, row);
    if (value !== undefined) fix.attributes.set(attribute.name, value);
  }
  return fix;
}
