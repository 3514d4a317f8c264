import { ENTITIES, type KnownEntity, type Together } from '../entities/index.ts';
import { eventKinds, type AnyEntity, type FormOf } from '../entity/index.ts';
import type { Created, Deleted, EventType, StatusChanged, Updated } from './event.ts';

/** Events of one entity; that of its status where it has one, and where that is not reported as any other change. */
type EventsOf<E extends AnyEntity> = E extends AnyEntity
  ? Record<E['events']['created'], EventType<E['name'], Created<FormOf<E>>>> &
      Record<E['events']['updated'], EventType<E['name'], Updated<FormOf<E>>>> &
      (FormOf<E> extends { status: infer Status }
        ? Record<Exclude<E['events']['status'], E['events']['updated']>, EventType<E['name'], StatusChanged<Status>>>
        : unknown) &
      Record<E['events']['deleted'], EventType<E['name'], Deleted<FormOf<E>>>>
  : never;

/** Events of the entities that derive from their definitions. */
export const derivedEvents = Object.fromEntries(
  ENTITIES.flatMap((entity) => eventKinds(entity).map((kind) => [kind, { subject: entity.name }])),
) as Together<EventsOf<KnownEntity>>;
