import type { AnyEntity } from '../../../domain/entity/index.ts';
import { useTranslation } from '../../../i18n/index.ts';

/** What an entity and its parts are called; its own texts stand in the catalogue's section of its `names`. */
export interface EntityWords {
  readonly title: string;
  readonly one: string;
  readonly create: string;
  readonly edit: string;
  /** A text that all entities share, as `entity` has it, or as its own section says it otherwise. */
  text(key: string, values?: Readonly<Record<string, unknown>>): string;
  field(name: string): string;
  /** The head of a column, where it is not that of its field. */
  column(name: string): string;
  status(value: string): string;
  /** What giving a status is called where there are but two. */
  act(status: string): string;
  filter(name: string): string;
  filterValue(name: string, value: string): string;
}

/** The words of an entity. A field or status that it does not name itself has the name that all share. */
export function useEntityWords({ names }: AnyEntity): EntityWords {
  const { t } = useTranslation();
  const status = (value: string): string => t([`${names}.statuses.${value}`, `entity.statuses.${value}`]);
  return {
    title: t(`${names}.title`),
    one: t(`${names}.one`),
    create: t(`${names}.create`),
    edit: t(`${names}.edit`),
    field: (name) => t([`${names}.fields.${name}`, `fields.${name}`]),
    status,
    act: (value) => t([`${names}.acts.${value}`, 'entity.act'], { status: status(value) }),
    text: (key, values) => t([`${names}.${key}`, `entity.${key}`], { ...values }),
    column: (name) => t([`${names}.columns.${name}`, `${names}.fields.${name}`, `fields.${name}`]),
    filter: (name) => t(`${names}.filters.${name}.label`),
    filterValue: (name, value) => t(`${names}.filters.${name}.${value}`),
  };
}
