import type { NotificationPreferences } from '../../../src/domain/notification/index.ts';
import type { CompanyKey } from '../companies.ts';

/** What somebody of the demo wants to get; other preferences are as for everybody. */
interface DemoPreference {
  readonly company: CompanyKey;
  readonly person: string;
  readonly wants: Partial<NotificationPreferences>;
}

/** People who chose for themselves. */
export const DEMO_PREFERENCES: readonly DemoPreference[] = [
  { company: 'pars', person: 'nasrin.jafari', wants: { quiet: true, quiet_from: '23:00', quiet_to: '06:30' } },
  { company: 'pars', person: 'reza.ahmadi', wants: { digest_minutes: 60 } },
  { company: 'pars', person: 'consumer', wants: { info: [], warning: ['email'] } },
  { company: 'pars', person: 'operator', wants: { info: ['email'], warning: ['email'], critical: ['push', 'email'] } },
  {
    company: 'rhein',
    person: 'sophie.wagner',
    wants: { quiet: true, quiet_from: '00:00', quiet_to: '23:59', quiet_days: [6, 7] },
  },
  { company: 'kaveh', person: 'dealer', wants: { info: [], warning: ['email'], digest_minutes: 120 } },
  { company: 'rhein', person: 'multi', wants: { info: [], digest_minutes: 240 } },
  { company: 'volga', person: 'olga.smirnova', wants: { quiet: true, quiet_from: '22:00', quiet_to: '07:00' } },
];

/** Numbers that belong to nobody (set aside for films by the British regulator, Ofcom). */
export const DEMO_PHONES: Readonly<Record<string, string>> = {
  'babak.hosseini': '+447700900109',
  'nasrin.jafari': '+447700900114',
  'reza.ahmadi': '+447700900127',
  'farhad.rezaei': '+447700900138',
  'sophie.wagner': '+447700900142',
  'lukas.huber': '+447700900156',
  'olga.smirnova': '+447700900163',
};
