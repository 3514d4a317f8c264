import { useMemo, type ReactNode } from 'react';
import { FormatsProvider, useFormats } from '../../../i18n/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { usePreferences } from '../../shared/services/preferences.ts';

/** The time zone of a unit; null while it is not known, and where no unit is meant. */
export function useUnitZone(unitId: number | null): string | null {
  const { value } = useAnswer('getUnit', unitId === null ? null : { unit_id: unitId }, ['unit', 'device']);
  return unitId === null ? null : (value?.time_zone ?? null);
}

/** Times in the zone of the selected unit, where that is chosen; else as on every screen. */
export function InZone({ zone, children }: { zone: string | null; children: ReactNode }): ReactNode {
  const { settings } = useFormats();
  const isOfUnit = usePreferences().preferences.timeZone === 'unit';
  const timeZone = isOfUnit && zone !== null ? zone : settings.timeZone;
  const shown = useMemo(() => ({ ...settings, timeZone }), [settings, timeZone]);
  return <FormatsProvider settings={shown}>{children}</FormatsProvider>;
}
