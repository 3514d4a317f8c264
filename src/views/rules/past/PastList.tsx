import { useState, type ReactNode } from 'react';
import type { ComparedFiring } from '../../../domain/backtest/index.ts';
import { toIso } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, Link } from '../../../ui/index.ts';
import { ChangeMark } from './ChangeMark.tsx';
import { firingHref } from './pastLinks.ts';
import { useUnitName } from './useUnitName.ts';

/** Firings that are listed at once. */
const SHOWN = 10;

/** The firings, the latest first, each with the way to the unit's timeline. */
export function PastList({
  firings,
  isCompared,
}: {
  firings: readonly ComparedFiring[];
  isCompared: boolean;
}): ReactNode {
  const { t } = useTranslation();
  const [shown, setShown] = useState(SHOWN);
  const latest = firings.slice(-shown).reverse();
  return (
    <section className="rule-past-section">
      <h3 className="rule-past-title">{t('rules.past.list')}</h3>
      <ul className="rule-past-list" aria-label={t('rules.past.list')}>
        {latest.map((firing) => (
          <li key={`${firing.change}${firing.unitId}.${firing.at}`}>
            <FiringLine firing={firing} isCompared={isCompared} />
          </li>
        ))}
      </ul>
      {firings.length > shown && (
        <Button size="compact" variant="quiet" onPress={() => setShown(shown + 5 * SHOWN)}>
          {t('rules.past.moreFirings', { count: firings.length - shown })}
        </Button>
      )}
    </section>
  );
}

/** When, where it fired and for how long; the link opens beside the form, which is not lost. */
export function FiringLine({ firing, isCompared }: { firing: ComparedFiring; isCompared: boolean }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { unitId, since, at, end, change } = firing;
  const name = useUnitName()(unitId);
  const time = formats.preciseTime(at);
  return (
    <>
      <Link href={firingHref(firing)} target="_blank" aria-label={t('rules.past.open', { name, time })}>
        <time className="figures" dateTime={toIso(at)}>
          {time}
        </time>
      </Link>
      <bdi>{name}</bdi>
      <span className="figures dim">{end === null ? t('events.states.lasting') : formats.duration(end - since)}</span>
      {isCompared && (
        <span className="rule-past-change">
          <ChangeMark change={change} />
          {t(`rules.past.change.${change}`)}
        </span>
      )}
    </>
  );
}
