import type { AnyEntity } from '../../../domain/entity/index.ts';
import { useTranslation } from '../../../i18n/index.ts';

/** What an entity and its parts are called; its own texts stand in the catalogue's section of its `names`. */
export interface EntityWords {
  readonly title: string;
  readonly one: string;
  readonly create: string;
  readonly edit: string;
  field(name: string): string;
  status(value: string): string;
  filter(name: string): string;
  filterValue(name: string, value: string): string;
}

/** The words of an entity. A field or status that it does not name itself has the name that all share. */
export function useEntityWords({ names }: AnyEntity): EntityWords {
  const { t } = useTranslation();
  return {
    title: t(`${names}.title`),
    one: t(`${names}.one`),
    create: t(`${names}.create`),
    edit: t(`${names}.edit`),
    field: (name) => t([`${names}.fields.${name}`, `fields.${name}`]),
    status: (value) => t([`${names}.statuses.${value}`, `entity.statuses.${value}`]),
    filter: (name) => t(`${names}.filters.${name}.label`),
    filterValue: (name, value) => t(`${names}.filters.${name}.${value}`),
  };
}
