import { useEffect, type ReactNode } from 'react';
import { MINUTE } from '../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, CheckIcon, EmptyState, ForwardIcon, Link, LinkButton, Skeleton, UnitIcon } from '../../ui/index.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { useFleet } from '../shared/services/fleet.ts';
import { useSession } from '../shared/services/session.ts';
import { useStore } from '../shared/services/store.ts';
import { useReloading } from '../shared/services/useReloading.ts';
import { attentionLines, type AttentionLine } from './attentionLines.ts';

/** Batteries and alarms are no events of the feed: how often they are counted again. */
const REFRESH = MINUTE;

/** What needs a person now, each with its count and the way to the list of it. */
export function NeedsAttention(): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const fleet = useFleet();
  const summary = useStore(fleet.summary);
  const { state } = useStore(fleet.presence);
  const { loading, units } = useStore(fleet.units);
  const mayCount = can({ resource: 'widgets', action: 'r' });
  const counted = useAnswer('getAttention', mayCount ? {} : null, [
    'alarm',
    'occurrence',
    'rule',
    'device',
    'unit',
    'invitation',
    'service_reminder',
  ]);
  useReloading(counted.reload, mayCount ? REFRESH : null);
  const { sendPlayback } = fleet;
  // The fleet of now is counted, not the one of the instant that the map was left at.
  useEffect(() => sendPlayback({ type: 'playback.live' }), [sendPlayback]);
  const seesUnits = can({ resource: 'units', action: 'r' });
  const isFleetKnown = !seesUnits || state === 'live' || state === 'stale';
  const isWaiting = !isFleetKnown || loading || (mayCount && counted.value === null && counted.problem === null);
  const lines = attentionLines(counted.value, seesUnits && isFleetKnown ? summary : null, can);
  return (
    <section className="attention" aria-labelledby="attention-title">
      <h2 id="attention-title">{t('dashboard.attention.title')}</h2>
      {counted.problem !== null && (
        <ProblemBanner
          problem={counted.problem}
          action={<Button onPress={counted.reload}>{t('common.retry')}</Button>}
        />
      )}
      <ul className="attention-lines" aria-live="polite" aria-busy={isWaiting}>
        {lines.map((line) => (
          <li key={line.id}>
            <Line line={line} />
          </li>
        ))}
        {isWaiting && (
          <li aria-hidden="true">
            <Skeleton height="52px" />
          </li>
        )}
      </ul>
      {!isWaiting && counted.problem === null && lines.length === 0 && (
        <AllIsWell units={seesUnits ? units.length : null} />
      )}
    </section>
  );
}

function Line({ line }: { line: AttentionLine & { readonly count: number } }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <Link href={line.path} className="attention-line" data-tone={line.tone}>
      <span className="attention-count figures">{formats.number(line.count)}</span>
      <span className="attention-words">{t(`dashboard.attention.${line.id}`, { count: line.count })}</span>
      <ForwardIcon aria-hidden="true" className="icon-mirrored" />
    </Link>
  );
}

/** Nothing to do; of an account without units the first step. */
function AllIsWell({ units }: { units: number | null }): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  if (units === 0)
    return (
      <EmptyState
        icon={<UnitIcon />}
        title={t('units.list.emptyTitle')}
        action={
          can({ resource: 'units', action: 'a' }) && (
            <LinkButton href="/unit-creation">{t('unitForms.list.create')}</LinkButton>
          )
        }>
        {t('units.list.emptyLead')}
      </EmptyState>
    );
  return (
    <EmptyState icon={<CheckIcon />} title={t('dashboard.attention.well')}>
      {units === null ? t('dashboard.attention.wellLead') : t('dashboard.attention.wellUnits', { count: units })}
    </EmptyState>
  );
}
