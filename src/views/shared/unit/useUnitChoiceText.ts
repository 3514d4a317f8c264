import { useMemo } from 'react';
import { useTranslation } from '../../../i18n/index.ts';

/** What `UnitChoiceFields` choose. */
interface UnitChoice {
  readonly all_units: boolean;
  readonly unit_ids: readonly number[];
  readonly label_ids: readonly number[];
}

/** Which units something is of, in words: all, or how many of them and of groups. */
export function useUnitChoiceText(): (choice: UnitChoice) => string {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const list = new Intl.ListFormat(i18n.language, { type: 'unit' });
    return ({ all_units: all, unit_ids: units, label_ids: groups }) =>
      all
        ? t('unitChoice.all')
        : list.format([
            ...(units.length > 0 ? [t('unitChoice.units', { count: units.length })] : []),
            ...(groups.length > 0 ? [t('unitChoice.groups', { count: groups.length })] : []),
          ]);
  }, [t, i18n.language]);
}
