import { useState, type ReactNode } from 'react';
import { LENGTH, PAGE } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { Button, ComboBox, type Option } from '../../../ui/index.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { useAnswer } from '../services/calls.ts';
import { useLater } from '../time/useLater.ts';

interface GeofenceChoiceProps {
  readonly label: string;
  /** Null: none is chosen, or the first of the others. */
  readonly value: number | null;
  readonly onChange: (geofenceId: number | null) => void;
  /** What can be chosen instead of a geofence. */
  readonly instead?: Option<string>;
  readonly required?: boolean;
  readonly labelHidden?: boolean;
  readonly error?: string;
  readonly placeholder?: string;
  /** Said where there is none at all. */
  readonly noneText?: string;
}

/**
 * One of the geofences that the person may read, found by typing: the first ones by name, and of an account that has
 * more what the server finds by what is typed.
 */
export function GeofenceChoice({ value, onChange, instead, noneText, ...rest }: GeofenceChoiceProps): ReactNode {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { options, isEmpty, first } = useGeofenceOptions(typed, value);
  const empty = instead === undefined ? null : instead.value;
  // Without the right to geofences one may still go without, or keep the one that is chosen.
  if (first.problem !== null && first.problem.code !== ERROR.accessRight)
    return (
      <ProblemBanner problem={first.problem} action={<Button onPress={first.reload}>{t('common.retry')}</Button>} />
    );
  return (
    <ComboBox<string>
      {...rest}
      value={value === null ? empty : String(value)}
      options={instead === undefined ? options : [instead, ...options]}
      onChange={(id) => onChange(id === empty ? null : Number(id))}
      onType={setTyped}
      emptyText={isEmpty && noneText !== undefined ? noneText : t('common.noMatches')}
      openLabel={t('common.open')}
    />
  );
}

const FIRST = { limit: PAGE.maximumLimit, sort: 'name' } as const;

/** Geofences by name, those that what is typed finds beyond them, and the chosen one. */
function useGeofenceOptions(typed: string, chosen: number | null) {
  const { t } = useTranslation();
  const first = useAnswer('getGeofenceList', FIRST, ['geofence']);
  const rows = first.value?.rows ?? [];
  const hasMore = first.value !== null && first.value.total > rows.length;
  const text = useLater(typed.trim());
  const isAsked = hasMore && text.length >= LENGTH.searchText.min;
  const more = useAnswer('getGeofenceList', isAsked ? { ...FIRST, search: text } : null, ['geofence']).value;
  const names = new Map<number, string>();
  for (const { geofence_id: id, name } of [...rows, ...(more?.rows ?? [])]) names.set(id, name);
  const isUnknown = chosen !== null && !first.loading && !names.has(chosen);
  const own = useAnswer('getGeofence', isUnknown ? { geofence_id: chosen } : null, ['geofence']);
  if (chosen !== null && isUnknown && !own.loading) names.set(chosen, own.value?.name ?? t('shapes.goneGeofence'));
  return {
    first,
    options: [...names].map(([id, name]) => ({ value: String(id), label: name })),
    isEmpty: first.value !== null && rows.length === 0,
  };
}

/** Whether there is any geofence to choose, for who may read them. */
export function useHasGeofences(isAllowed: boolean): boolean {
  const { value } = useAnswer('getGeofenceList', isAllowed ? FIRST : null, ['geofence']);
  return value !== null && value.rows.length > 0;
}
