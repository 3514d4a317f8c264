import type { ReactNode } from 'react';
import type { Instant } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { NativeSelect } from '../../../ui/index.ts';
import { usePreferences, type ZoneChoice } from '../../shared/services/preferences.ts';
import { useSession } from '../../shared/services/session.ts';
import { zoneLabel } from '../../shared/time/zones.ts';

type Choice = Exclude<ZoneChoice, 'auto'>;

/** The time zone of every time on the page, and the switch to another one. */
export function ZoneSwitch({ now, unitZone }: { now: () => Instant; unitZone: string | null }): ReactNode {
  const { t } = useTranslation();
  const { timeZone } = useFormats().settings;
  const { preferences, change } = usePreferences();
  const { user, settings } = useSession();
  const account = settings?.timezone ?? null;
  const own = user?.time_zone || Intl.DateTimeFormat().resolvedOptions().timeZone;
  const auto: Choice = user?.time_zone ? 'own' : 'account';
  const wanted = preferences.timeZone === 'auto' ? auto : preferences.timeZone;
  const value = wanted === 'unit' && unitZone === null ? auto : wanted;
  const zones: readonly (readonly [Choice, string | null])[] = [
    ['own', own],
    ['account', account],
    ['unit', unitZone],
  ];
  const label = (choice: Choice, zone: string): string => `${t(`timeline.zone.${choice}`)}: ${zoneLabel(zone, now())}`;
  const options = zones.flatMap(([choice, zone]) =>
    zone === null && choice !== value
      ? []
      : [{ value: choice, label: label(choice, choice === value ? timeZone : (zone ?? timeZone)) }],
  );
  return (
    <NativeSelect<Choice>
      className="timeline-zone"
      label={t('timeline.zone.label')}
      value={value}
      options={options}
      onChange={(choice) => change({ timeZone: choice })}
    />
  );
}
