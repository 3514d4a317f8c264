import { ENTITIES } from '../../../domain/entities/index.ts';
import { eventKinds, type AnyEntity } from '../../../domain/entity/index.ts';

const byName = new Map<string, AnyEntity>(ENTITIES.map((entity) => [entity.name, entity]));
const byEvent = new Map<string, AnyEntity>(
  ENTITIES.flatMap((entity) => eventKinds(entity).map((kind) => [kind, entity])),
);

/** The text of what an event says. An entity's own texts are in its section of the catalogue. */
export function eventKey(kind: string): string {
  const entity = byEvent.get(kind);
  return entity ? `${entity.names}.events.${kind}` : `audit.kind.${kind}`;
}

/** The text of what an event is about. */
export function subjectKey(subject: string): string {
  const entity = byName.get(subject);
  return entity ? `${entity.names}.one` : `audit.subjects.${subject}`;
}

/** The text above what a search found of a kind. */
export function foundKey(kind: string): string {
  const entity = byName.get(kind);
  return entity ? `${entity.names}.title` : `search.kind.${kind}`;
}
