import type { AnyEntity } from '../entity/index.ts';
import { sims } from '../sim/index.ts';

/** Every entity that derives from its definition. A new one is one line here; the compiler names what it still lacks. */
export const ENTITIES = [sims] as const satisfies readonly AnyEntity[];

export type KnownEntity = (typeof ENTITIES)[number];
export type EntityName = KnownEntity['name'];
export type EntityNames = KnownEntity['names'];
/** The entity of a name. */
export type EntityCalled<Name extends EntityName> = Extract<KnownEntity, { readonly name: Name }>;

/** Lists whose things may have labels. */
export const LABELLED = [
  'units',
  'devices',
  ...ENTITIES.filter(({ hasLabels }) => hasLabels).map(({ names }) => names),
] as const;
export type LabelledList = (typeof LABELLED)[number];
