export { mayHearOf } from './hearing.ts';
export {
  ENTITIES,
  LABELLED,
  type EntityCalled,
  type EntityName,
  type EntityNames,
  type KnownEntity,
  type LabelledList,
} from './list.ts';
