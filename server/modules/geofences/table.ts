import { isDeepStrictEqual } from 'node:util';
import { GEOFENCE } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { areaOf, boxOf, lengthOf, SHAPE_TYPES, type Shape } from '../../../src/domain/geometry/index.ts';
import type { geofences } from '../../../src/domain/geofence/index.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import type { TableOf } from '../shared/entity/index.ts';
import { followPastVisits } from './past.ts';
import type { GeofenceServices } from './services.ts';
import type { Refused } from '../shared/index.ts';

/** Columns that follow from a shape: what lists show of it, and its box for what looks for shapes by place. */
export const shapeColumns = (shape: Shape) => ({ area: areaOf(shape), length: lengthOf(shape), ...boxOf(shape) });

/** Geofences, with what follows from their shapes beside them. */
export const geofenceTable = ({ problems }: Pick<GeofenceServices, 'problems'>): TableOf<typeof geofences> => ({
  joined: { kind: 't.kind', area: 't.area', length: 't.length' },
  read: ({ kind, area, length }) => ({
    kind: SHAPE_TYPES.find((type) => type === kind) ?? 'polygon',
    area: Number(area),
    length: Number(length),
  }),
  filters: { kind: (value) => `t.kind = ${value}` },
  columns: ({ form }) => shapeColumns(form.shape),
  perAccount: { max: GEOFENCE.perAccount, refusal: 'server.tooManyGeofences' },
  afterWrite: async (transaction, _, { before, form, accountId }, context) => {
    const isSame = before?.min_stay === form.min_stay && isDeepStrictEqual(before.shape, form.shape);
    if (!isSame) await followPastVisits(transaction, accountId, context);
  },
  refuseDeletion: (transaction, { geofence_id: id }, context) => refuseCheckpoint(transaction, id, context, problems),
});

/**
 * A geofence that is a checkpoint stays: without it a route could not be driven. Routes lock their geofences when they
 * change.
 */
async function refuseCheckpoint(
  transaction: Transaction,
  id: number,
  { lang }: CallContext,
  problems: Problems,
): Promise<Refused | null> {
  const [route] = await transaction.query<{ name: string }>(
    'select name from route where checkpoints @> $1::jsonb order by name limit 1',
    [JSON.stringify([{ geofence_id: id }])],
  );
  return route
    ? problems.refuse(lang, ERROR.conflict, { key: 'server.geofenceIsCheckpoint', values: { route: route.name } })
    : null;
}
