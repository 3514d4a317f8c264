import type { LabelledList } from '../../../domain/entities/index.ts';
import type { AnyEntity } from '../../../domain/entity/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import type { ListFilter } from '../list/ServerList.tsx';
import { useAnswer } from '../services/calls.ts';
import { subjectsOf } from './calls.ts';
import { useAccountFilter } from '../list/useAccountFilter.ts';
import { useEntityWords } from './words.ts';

/**
 * Filters of an entity's list: status, its own values, labels, and accounts. One by the id of something is given to the
 * list by its screen.
 */
export function useEntityFilters(entity: AnyEntity): readonly ListFilter[] {
  const { t } = useTranslation();
  const words = useEntityWords(entity);
  const { names, statuses, filters = {}, hasLabels } = entity;
  const labels = useAnswer('getLabels', hasLabels ? { of: names as LabelledList } : null, [
    ...subjectsOf(entity),
    'label',
  ]);
  const accounts = useAccountFilter(entity.needs.read);
  const option = (value: string, label: string) => ({ value, label });
  return [
    ...(statuses.length === 0
      ? []
      : [
          {
            id: 'status',
            label: words.field('status'),
            options: statuses.map((value) => option(value, words.status(value))),
          },
        ]),
    ...Object.entries(filters).flatMap(([id, values]) =>
      values === 'id'
        ? []
        : [
            {
              id,
              label: words.filter(id),
              options: values.map((value) => option(value, words.filterValue(id, value))),
            },
          ],
    ),
    // Where nothing has a label there is nothing to choose; until that is known an address may name one.
    ...(!hasLabels || labels.value?.labels.length === 0
      ? []
      : [
          {
            id: 'label',
            label: t('devices.label'),
            options: (labels.value?.labels ?? []).map((value) => option(value, value)),
          },
        ]),
    ...accounts,
  ];
}
