import { emptyTrack, TRACK_FLAG, type TrackAttribute, type TrackColumns } from './trackColumns.ts';

/**
 * One track out of several of the same unit: sorted by time, each time once. Of equal times the row of
 * the earlier track in the list stays (what was stored first); rows of the same time that complete it
 * ({@link TRACK_FLAG}) add the attributes that it lacks.
 */
export function mergeTracks(tracks: readonly TrackColumns[]): TrackColumns {
  const filled = tracks.filter((track) => track.count > 0);
  if (filled.length === 0) return emptyTrack(tracks[0]?.unitId ?? 0, 0);
  const stranger = filled.find((track) => track.unitId !== filled[0].unitId);
  if (stranger) throw new RangeError(`Tracks of units ${filled[0].unitId} and ${stranger.unitId} cannot be merged`);
  if (filled.length === 1) return inOrder(filled[0]);
  return inOrder(concatenate(filled));
}

/** The track sorted by time, each time once, the earlier row staying and completed; itself when it is so already. */
export function inOrder(track: TrackColumns): TrackColumns {
  const { times, count } = track;
  let sorted = true;
  for (let row = 1; row < count && sorted; row++) sorted = times[row] > times[row - 1];
  if (sorted) return track;
  const order = new Uint32Array(count);
  for (let row = 0; row < count; row++) order[row] = row;
  order.sort((a, b) => times[a] - times[b] || a - b);
  const additions: Addition[] = [];
  let kept = 0;
  for (let index = 0; index < count; index++) {
    const row = order[index];
    if (index > 0 && times[row] === times[order[kept - 1]]) {
      if ((track.flags[row] & TRACK_FLAG.completes) !== 0) additions.push({ row: kept - 1, from: row });
      continue;
    }
    order[kept++] = row;
  }
  return complete(gather(track, order.subarray(0, kept)), track, additions);
}

/** A row of the merged track, and the row of the source that completes it. */
interface Addition {
  readonly row: number;
  readonly from: number;
}

/** Puts the attributes of the completing rows where the rows themselves have no attribute of that name. */
function complete(track: TrackColumns, source: TrackColumns, additions: readonly Addition[]): TrackColumns {
  if (additions.length === 0) return track;
  const attributes = track.attributes.map((attribute) => ({
    ...attribute,
    present: attribute.present ?? new Uint8Array(track.count).fill(1),
  }));
  for (const { row, from } of additions) {
    // An attribute that was sent in several kinds has a column for each.
    const said = new Set(attributes.filter(({ present }) => present[row] === 1).map(({ name }) => name));
    attributes.forEach((attribute, place) => {
      const { present, values } = source.attributes[place];
      if (said.has(attribute.name) || (present !== null && present[from] === 0)) return;
      attribute.values[row] = values[from];
      attribute.present[row] = 1;
    });
  }
  return { ...track, attributes: attributes.map(withoutNeedlessMarks) };
}

const withoutNeedlessMarks = (attribute: TrackAttribute): TrackAttribute =>
  attribute.present?.every((mark) => mark === 1) ? { ...attribute, present: null } : attribute;

function gather(track: TrackColumns, order: Uint32Array): TrackColumns {
  const result = emptyTrack(track.unitId, order.length);
  for (let row = 0; row < order.length; row++) {
    const from = order[row];
    result.times[row] = track.times[from];
    result.longitudes[row] = track.longitudes[from];
    result.latitudes[row] = track.latitudes[from];
    result.speeds[row] = track.speeds[from];
    result.courses[row] = track.courses[from];
    result.altitudes[row] = track.altitudes[from];
    result.satellites[row] = track.satellites[from];
    result.flags[row] = track.flags[from];
    result.protocols[row] = track.protocols[from];
    result.receivedDelays[row] = track.receivedDelays[from];
  }
  return { ...result, attributes: track.attributes.map((attribute) => gatherAttribute(attribute, order)) };
}

function gatherAttribute(attribute: TrackAttribute, order: Uint32Array): TrackAttribute {
  const values =
    attribute.values instanceof Float64Array ? new Float64Array(order.length) : new Int32Array(order.length);
  for (let row = 0; row < order.length; row++) values[row] = attribute.values[order[row]];
  const { present } = attribute;
  if (!present) return { ...attribute, values };
  const marks = new Uint8Array(order.length);
  for (let row = 0; row < order.length; row++) marks[row] = present[order[row]];
  return { ...attribute, values, present: marks };
}

function concatenate(tracks: readonly TrackColumns[]): TrackColumns {
  const total = tracks.reduce((sum, track) => sum + track.count, 0);
  const result = emptyTrack(tracks[0].unitId, total);
  const attributes = new Map<string, GrowingAttribute>();
  let offset = 0;
  for (const track of tracks) {
    result.times.set(track.times, offset);
    result.longitudes.set(track.longitudes, offset);
    result.latitudes.set(track.latitudes, offset);
    result.speeds.set(track.speeds, offset);
    result.courses.set(track.courses, offset);
    result.altitudes.set(track.altitudes, offset);
    result.satellites.set(track.satellites, offset);
    result.flags.set(track.flags, offset);
    result.protocols.set(track.protocols, offset);
    result.receivedDelays.set(track.receivedDelays, offset);
    for (const attribute of track.attributes) addAttribute(attributes, attribute, offset, total);
    offset += track.count;
  }
  return { ...result, attributes: [...attributes.values()].map(finishAttribute) };
}

interface GrowingAttribute {
  readonly first: TrackAttribute;
  readonly values: Int32Array | Float64Array;
  readonly marks: Uint8Array;
  readonly texts: string[];
  readonly places: Map<string, number>;
}

function addAttribute(
  attributes: Map<string, GrowingAttribute>,
  attribute: TrackAttribute,
  offset: number,
  total: number,
): void {
  const double = attribute.values instanceof Float64Array;
  const key = `${attribute.name}/${attribute.kind}/${double ? 'double' : attribute.scale}`;
  let grown = attributes.get(key);
  if (!grown) {
    grown = {
      first: attribute,
      values: double ? new Float64Array(total) : new Int32Array(total),
      marks: new Uint8Array(total),
      texts: [],
      places: new Map(),
    };
    attributes.set(key, grown);
  }
  if (attribute.kind === 'text') grown.values.set(translateTexts(grown, attribute), offset);
  else grown.values.set(attribute.values, offset);
  if (attribute.present) grown.marks.set(attribute.present, offset);
  else grown.marks.fill(1, offset, offset + attribute.values.length);
}

/** Places in the attribute's own list of texts to places in the common one. */
function translateTexts(grown: GrowingAttribute, attribute: TrackAttribute): Int32Array {
  const places = attribute.texts.map((text) => {
    const known = grown.places.get(text);
    if (known !== undefined) return known;
    grown.places.set(text, grown.texts.length);
    return grown.texts.push(text) - 1;
  });
  return Int32Array.from(attribute.values, (value) => places[value] ?? 0);
}

function finishAttribute(grown: GrowingAttribute): TrackAttribute {
  const everywhere = grown.marks.every((mark) => mark === 1);
  return { ...grown.first, values: grown.values, present: everywhere ? null : grown.marks, texts: grown.texts };
}
