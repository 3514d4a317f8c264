import { can } from '../../../src/domain/access/index.ts';
import { SHARE, distance } from '../../../src/domain/base/index.ts';
import { probeOf, type Shape } from '../../../src/domain/geometry/index.ts';
import { centerOf } from '../../../src/domain/route/index.ts';
import { SHOWS_ZONES, type DestinationForm, type SharedDestination } from '../../../src/domain/share/index.ts';
import { reachOf } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import { accountOf } from '../shared/index.ts';
import type { ShareRow } from './rows.ts';

/**
 * Further than this from a geofence, its middle says how far it is: the plane around a point reaches no further.
 * Metres.
 */
const NEAR = 50_000;

/** The columns of a share for where its units are going. */
export interface StoredDestination {
  readonly geofence: number | null;
  readonly name: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const NOWHERE: StoredDestination = { geofence: null, name: null, latitude: null, longitude: null };

/** What is stored of a chosen destination; null: it is a geofence that the caller may not see. */
export async function storedDestination(
  database: Queryable,
  chosen: DestinationForm | null,
  context: CallContext,
): Promise<(StoredDestination & { readonly title: string }) | null> {
  if (chosen === null) return { ...NOWHERE, title: '' };
  const { geofence_id: id, name, latitude, longitude } = chosen;
  if (id === null) return { geofence: null, name, latitude, longitude, title: name };
  const account = accountOf(context);
  if (!can(account.permissions, SHOWS_ZONES)) return null;
  const [row] = await database.query<{ name: string }>(
    'select name from geofence where id = $1 and account_id = any($2::int8[])',
    [id, reachOf(account, SHOWS_ZONES)],
  );
  return row ? { ...NOWHERE, geofence: id, title: row.name } : null;
}

/** Where the units of a share are going, ready to be measured to. */
export interface Destination {
  readonly shown: SharedDestination;
  /** Metres by road, estimated from the straight line; 0: there. */
  remaining(latitude: number, longitude: number): number;
}

/** The destination of a share as it is now; null: it has none, or its geofence was deleted. */
export async function readDestination(
  database: Queryable,
  { destination_geofence: id, destination_name: name, ...share }: ShareRow,
): Promise<Destination | null> {
  if (id !== null) {
    const [row] = await database.query<{ name: string; shape: Shape }>(
      'select name, shape from geofence where id = $1',
      [id],
    );
    return row ? toGeofence(row.name, row.shape) : null;
  }
  const { destination_latitude: latitude, destination_longitude: longitude } = share;
  if (latitude === null || longitude === null) return null;
  return {
    shown: { name: name ?? '', latitude, longitude },
    remaining(fromLatitude, fromLongitude) {
      const straight = distance(fromLatitude, fromLongitude, latitude, longitude);
      return straight <= SHARE.arrived ? 0 : Math.round(straight * SHARE.roadFactor);
    },
  };
}

function toGeofence(name: string, shape: Shape): Destination {
  const [longitude, latitude] = centerOf(shape);
  const probe = probeOf(shape);
  return {
    shown: { name, latitude, longitude },
    remaining(fromLatitude, fromLongitude) {
      const outside = -probe.depth(fromLatitude, fromLongitude, NEAR);
      const straight = outside < NEAR ? outside : distance(fromLatitude, fromLongitude, latitude, longitude);
      return Math.round(Math.max(0, straight) * SHARE.roadFactor);
    },
  };
}
