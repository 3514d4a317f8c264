import type { Attention } from '../../api/contract/index.ts';
import type { Need } from '../../domain/access/index.ts';
import type { StatusTone } from '../../ui/index.ts';
import type { FleetSummary } from '../../streams/pipeline/index.ts';

/** Something that needs a person: how many there are, and the list that shows them. */
export interface AttentionLine {
  /** Its words are `dashboard.attention.<id>`. */
  readonly id: keyof Attention | 'stale' | 'noFix' | 'idlingLong';
  readonly path: string;
  readonly tone: StatusTone;
  /** What opens the list; null: everybody may. */
  readonly need: Need | null;
}

const SERVICES: Need = { resource: 'service_reminders', action: 'r' };
const UNITS: Need = { resource: 'units', action: 'r' };

/** The gravest first. */
const LINES: readonly AttentionLine[] = [
  { id: 'openAlarms', path: '/alarms?state=open', tone: 'critical', need: { resource: 'alert', action: 'r' } },
  {
    id: 'firing',
    path: '/event-list?state=lasting&from=any',
    tone: 'critical',
    need: { resource: 'alert', action: 'r' },
  },
  { id: 'alarm', path: '/units/list?attention=alarm', tone: 'critical', need: UNITS },
  { id: 'openIngest', path: '/devices', tone: 'serious', need: { resource: 'devices', action: 'm' } },
  { id: 'setAside', path: '/units/list', tone: 'serious', need: UNITS },
  { id: 'noFix', path: '/units/list?state=noFix%2CneverReported', tone: 'serious', need: UNITS },
  { id: 'stale', path: '/units/list?state=stale', tone: 'serious', need: UNITS },
  { id: 'servicesOverdue', path: '/maintenance-reminders-list?state=overdue', tone: 'serious', need: SERVICES },
  { id: 'servicesDue', path: '/maintenance-reminders-list?state=due', tone: 'caution', need: SERVICES },
  { id: 'idlingLong', path: '/units/list?state=idlingLong', tone: 'caution', need: UNITS },
  { id: 'lowBattery', path: '/units/list?attention=lowBattery', tone: 'caution', need: UNITS },
  { id: 'failedJobs', path: '/jobs', tone: 'caution', need: null },
  { id: 'unclaimed', path: '/devices', tone: 'info', need: { resource: 'devices', action: 'm' } },
  { id: 'invitations', path: '/user-invitations', tone: 'info', need: null },
];

/** What the feed says of the fleet. */
type LiveCounts = Pick<FleetSummary, 'stale' | 'noFix' | 'idlingLong'>;

/**
 * The lines to show, with their counts: of what the server counted (null: not known) and of the fleet as the feed has
 * it.
 */
export function attentionLines(
  counted: Attention | null,
  fleet: LiveCounts | null,
  can: (need: Need) => boolean,
): readonly (AttentionLine & { readonly count: number })[] {
  const counts: Readonly<Record<string, number | null>> = { ...counted, ...(fleet && pick(fleet)) };
  return LINES.filter(({ need }) => need === null || can(need)).flatMap((line) => {
    const count = counts[line.id] ?? 0;
    return count > 0 ? [{ ...line, count }] : [];
  });
}

const pick = ({ stale, noFix, idlingLong }: LiveCounts) => ({ stale, noFix, idlingLong });
