import type { GeofenceShape, Request } from '../../../src/api/contract/index.ts';
import { GEOFENCE } from '../../../src/domain/base/index.ts';
import { geofences } from '../../../src/domain/geofence/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Database } from '../../store/database.types.ts';
import { geofenceScope } from './scope.ts';

/**
 * Shapes of the geofences in reach, by id. A part ends early where its shapes are long, so that no answer is larger
 * than a browser reads at once.
 */
export async function readShapes(
  database: Database,
  { after, limit, whole }: Request<'getGeofenceShapes'>,
  context: CallContext,
): Promise<{ geofences: GeofenceShape[]; next: number | null }> {
  const columns = `account_id, name, colour, shape${whole ? ', description, speed_limit, min_stay' : ''}`;
  const rows = await database.query<GeofenceShape>(
    `select ${geofences.id}, ${columns} from (
       select id as ${geofences.id}, ${columns}, sum(pg_column_size(shape)) over (order by id) as size
       from (select * from geofence where account_id = any($1::int8[]) and id > $2 order by id limit $3) page
     ) sized where size <= $4 or ${geofences.id} = (
       select min(id) from geofence where account_id = any($1::int8[]) and id > $2
     ) order by ${geofences.id}`,
    [geofenceScope(context), after, limit, GEOFENCE.shapeBytes],
  );
  const last = rows.at(-1);
  if (last === undefined) return { geofences: rows, next: null };
  const [{ more }] = await database.query<{ more: boolean }>(
    'select exists (select 1 from geofence where account_id = any($1::int8[]) and id > $2) as more',
    [geofenceScope(context), last.geofence_id],
  );
  return { geofences: rows, next: more ? last.geofence_id : null };
}
