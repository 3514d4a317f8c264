import { useTranslation } from '../../../i18n/index.ts';

/** Where the texts of details that are codes stand, by the entity's name. */
const CODED: Readonly<Record<string, string>> = { label: 'labels.filters.kind', report: 'reports.types' };

/** What is said beside the name of something that was found: its detail, in words where that is a code. */
export function useFoundDetail(): (entity: string, detail: string) => string {
  const { t } = useTranslation();
  return (entity, detail) => (entity in CODED && detail !== '' ? t(`${CODED[entity]}.${detail}`) : detail);
}
