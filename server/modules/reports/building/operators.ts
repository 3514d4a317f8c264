import { fromIso, MINUTE, OPERATOR, REPORT, type Instant } from '../../../../src/domain/base/index.ts';
import { drivingWithin, dutyOf, type Drive } from '../../../../src/domain/operator/index.ts';
import { driveOf, readDriveRows, type Driven } from '../../shared/index.ts';
import { chunksOf, writeDays } from './days.ts';
import { FiguresByDay } from './figures.ts';
import { partsOf, type Part } from './windowParts.ts';
import { secondsOf } from './totals.ts';
import type { Build } from './types.ts';

const MINIMUM_REST = OPERATOR.restMinutes * MINUTE;

/** What each operator drove, by unit: every drive, and driving times in all and by day. */
export async function buildOperators(build: Build): Promise<void> {
  const { rows, progress } = build;
  const operators = await readOperators(build);
  const all = new FiguresByDay();
  for (const [done, { id, name }] of operators.entries()) {
    await progress(done, operators.length);
    const own = new FiguresByDay();
    for (const chunk of chunksOf(build)) await writeDrives(chunk, id, name, own);
    const days = own.entries();
    for (const [day, figures] of days)
      await rows.add('operatorDays', { operator_id: id, operator: name, day, ...figures.row() });
    if (days.length > 0)
      await rows.add('operators', { operator_id: id, operator: name, days: days.length, ...own.total().row() });
    all.add(own);
  }
  await writeDays(build, all);
}

function readOperators({ database, accounts }: Build): Promise<{ id: number; name: string }[]> {
  return database.query<{ id: number; name: string }>(
    'select id, name from operator where account_id = any($1::int8[]) order by lower(name), id',
    [accounts.operators],
  );
}

interface PartOfDrive extends Part, Drive {
  readonly drive: Driven;
  /** Metres. */
  readonly distance: number;
}

const lengthOf = ({ from, to, stops }: Drive): number =>
  drivingWithin({ from, to }, stops).reduce((sum, part) => sum + part.to - part.from, 0);

async function writeDrives(chunk: Build, operatorId: number, operator: string, figures: FiguresByDay): Promise<void> {
  const { database, detection, sight, interval, rows, now } = chunk;
  const read = await readDriveRows(database, sight, operatorId, interval, REPORT.found + 1);
  if (read.length > REPORT.found) rows.leaveOff('drives');
  const tripOf = (unitId: number) => (sight.spans.has(unitId) ? null : detection.tripOf(unitId));
  const parts = read
    .slice(0, REPORT.found)
    .flatMap((row) => driveOf(row, row.open ? tripOf(row.unit_id) : null, now))
    .flatMap((drive): PartOfDrive[] =>
      partsOf(chunk, drive).map((part) => ({
        ...part,
        stops: drive.stops,
        drive,
        distance: shareOf(drive, part) * drive.shown.distance,
      })),
    )
    .toSorted((a, b) => a.from - b.from);
  // Two units at the same time count once.
  const { driving } = dutyOf(parts, MINIMUM_REST);
  for (const [place, part] of parts.entries()) {
    const { shown } = part.drive;
    const seconds = secondsOf(driving[place]);
    const day = figures.of(part.day);
    day.trips++;
    day.driving += seconds;
    day.distance += part.distance;
    day.moved(part.from, part.to, null);
    const isWhole = part.isWhole && !shown.partial;
    await rows.add('drives', {
      operator_id: operatorId,
      unit_id: shown.unit_id,
      ...startOf(part, shown.start_position),
      operator,
      unit: shown.unit_name,
      start: part.from,
      end: part.to,
      driving: seconds,
      distance: part.distance,
      part: shown.open ? 'open' : isWhole ? null : 'part',
    });
  }
}

/** The part of the driving time that lies in a part of the drive. */
function shareOf(drive: Driven, part: Part): number {
  if (part.from <= drive.from && part.to >= drive.to) return 1;
  const whole = lengthOf(drive);
  return whole > 0 ? lengthOf({ ...part, stops: drive.stops }) / whole : 0;
}

/** Where a part began, as far as the trip says it: its beginning alone has a place. */
function startOf(
  part: PartOfDrive,
  place: Driven['shown']['start_position'],
): { at: Instant; latitude: number | null; longitude: number | null } {
  const isStart = part.from === fromIso(part.drive.shown.start);
  return {
    at: part.from,
    latitude: (isStart && place?.latitude) || null,
    longitude: (isStart && place?.longitude) || null,
  };
}
