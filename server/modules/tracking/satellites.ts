import type { SatelliteRefusal } from '../../../src/api/contract/index.ts';
import { can } from '../../../src/domain/access/index.ts';
import {
  DAY,
  DETECTION,
  HOUR,
  fromIso,
  type DeviceId,
  type Instant,
  type UnitId,
} from '../../../src/domain/base/index.ts';
import { createPoint, SatelliteWindow, tripDetectorSchema } from '../../../src/domain/detection/index.ts';
import { deviceModel, USUAL_SATELLITES } from '../../../src/domain/device/index.ts';
import type { Position } from '../../../src/domain/telemetry/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import { unitsInSight } from '../../call/reach.ts';
import { readPositionsInSight } from '../../call/sight.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import type { PositionStore } from '../../store/types.ts';
import { accountOf } from '../shared/index.ts';

/** Units checked by one call, those with the highest settings first: their fixes are read. */
const MOST_CHECKED = 50;
/** How far back the last fixes are looked for, step by step, from the unit's latest report on. */
const STEPS: readonly number[] = [HOUR, 6 * HOUR, DAY, 7 * DAY, 31 * DAY];

interface SavedRow {
  unit_id: number;
  unit_name: string;
  device_id: number;
  device_model: string;
  account_id: number;
  account_name: string;
  trip_detector: object;
}

export interface SatelliteServices {
  readonly database: Queryable;
  readonly directory: UnitDirectory;
  readonly positions: Pick<PositionStore, 'latest' | 'readPositions'>;
}

/** Of the units, those whose saved satellites setting refuses more than half of their last fixes. */
export async function readRefusals(
  services: SatelliteServices,
  unitIds: readonly number[],
  context: CallContext,
): Promise<SatelliteRefusal[]> {
  const { permissions, scope } = accountOf(context);
  const mayChange =
    can(permissions, { resource: 'devices', action: 'u' }) && can(permissions, { resource: 'units', action: 'u' });
  const found: SatelliteRefusal[] = [];
  for (const row of await savedSettings(services.database, unitIds)) {
    const unitId = row.unit_id as UnitId;
    const { min_satellites: bound } = tripDetectorSchema.cast(row.trip_detector, { stripUnknown: true });
    const fixes = await lastFixes(services, unitId, context);
    const check = fixes.check(bound, deviceModel(row.device_model)?.minSatellites ?? USUAL_SATELLITES);
    if (!check) continue;
    const isOwn = scope.some((account) => account === row.account_id);
    found.push({
      unit_id: unitId,
      unit_name: row.unit_name,
      device_id: isOwn ? (row.device_id as DeviceId) : null,
      trip_detector: isOwn ? row.trip_detector : null,
      account_name: row.account_name,
      bound,
      ...check,
      may_change: isOwn && mayChange,
    });
  }
  return found;
}

/** Whose settings each unit obeys: those of the first of its devices that has any (pipeline/setup). */
function savedSettings(database: Queryable, unitIds: readonly number[]): Promise<SavedRow[]> {
  return database.query<SavedRow>(
    `select * from (
       select distinct on (ud.unit_id) ud.unit_id, u.name as unit_name, d.id as device_id, d.device_model, d.account_id, a.name as account_name, d.trip_detector
       from unit_device ud join unit u on u.id = ud.unit_id join device d on d.id = ud.device_id join account a on a.id = d.account_id
       where ud.unit_id = any($1::int8[]) and d.trip_detector is not null order by ud.unit_id, ud.position, d.id) saved
     where (trip_detector ->> 'min_satellites')::int > 0 and trip_detector ->> 'm_source' is distinct from 'off'
     order by (trip_detector ->> 'min_satellites')::int desc, unit_id limit ${MOST_CHECKED}`,
    [unitIds],
  );
}

/** The satellites of the last fixes that the caller may see. */
async function lastFixes(
  { directory, positions }: SatelliteServices,
  unitId: UnitId,
  context: CallContext,
): Promise<SatelliteWindow> {
  const latest = positions.latest.position(unitId);
  let fixes = new SatelliteWindow();
  if (!latest) return fixes;
  const to = fromIso(latest.time) + 1;
  for (const step of STEPS) {
    fixes = await fixesSince({ directory, positions }, unitId, to - step, to, context);
    if (fixes.fixes === DETECTION.checkedFixes.most) break;
  }
  return fixes;
}

async function fixesSince(
  { directory, positions }: Omit<SatelliteServices, 'database'>,
  unitId: UnitId,
  from: Instant,
  to: Instant,
  context: CallContext,
): Promise<SatelliteWindow> {
  const fixes = new SatelliteWindow();
  const sight = unitsInSight(directory, accountOf(context).scope, [unitId], from, to);
  if (sight)
    for await (const position of readPositionsInSight(positions, sight, from, to)) fixes.add(pointOf(position));
  return fixes;
}

const point = createPoint();

/** As far as it says whether the position can be used. */
function pointOf({ latitude, longitude, valid, satellites }: Position): typeof point {
  return Object.assign(point, { hasPosition: true, latitude, longitude, valid, satellites: satellites ?? -1 });
}
