import type { ReactNode } from 'react';
import type { BacktestUnits } from '../../../api/contract/index.ts';
import type { PastSummary } from '../../../domain/backtest/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, WarningIcon } from '../../../ui/index.ts';
import type { Past, PastFound } from './usePast.ts';
import { ChangeMark } from './ChangeMark.tsx';
import { usePastWords } from './usePastWords.ts';

interface PastHeadlineProps {
  readonly found: PastFound;
  readonly units: BacktestUnits | null;
  readonly estimated: Past['estimated'];
  /** It was stopped before all units were gone through. */
  readonly isStopped: boolean;
}

/** How often the rule would have fired, what is odd of it, what the edit changes, and on which units it was tried. */
export function PastHeadline({
  found: { edited, saved, firings, isWhole },
  units,
  estimated,
  isStopped,
}: PastHeadlineProps): ReactNode {
  const { t } = useTranslation();
  const words = usePastWords();
  const oddity = isWhole ? edited.oddity : null;
  const changes = (['added', 'gone', 'same'] as const).map((change) => ({
    change,
    count: firings.filter((firing) => firing.change === change).length,
  }));
  return (
    <>
      <output className="rule-past-words">
        {words(edited)}
        {!isWhole && <span className="dim"> {t('rules.past.soFar')}</span>}
      </output>
      {saved !== null && (
        <div className="rule-past-changes">
          <span className="dim">{t('rules.past.before', { words: words(saved) })}</span>
          {changes.map(({ change, count }) => (
            <span key={change} className="rule-past-change">
              <ChangeMark change={change} />
              {t(`rules.past.changes.${change}`, { count })}
            </span>
          ))}
        </div>
      )}
      {oddity !== null && (
        <Banner tone="caution" icon={<WarningIcon />}>
          {t(`rules.past.oddities.${oddity}`)}
        </Banner>
      )}
      <p className="dim">{useTriedWords(edited, units, isStopped)}</p>
      {estimated.map((fact) => (
        <p key={fact} className="dim">
          {t(`rules.past.estimates.${fact}`)}
        </p>
      ))}
    </>
  );
}

/** Which units it was tried on. */
function useTriedWords(edited: PastSummary, units: BacktestUnits | null, isStopped: boolean): string {
  const { t } = useTranslation();
  const tried = units?.units.length ?? 0;
  const isCut = units !== null && units.reporting > tried;
  const parts = [
    isStopped
      ? t('rules.past.stoppedAt', { tried: edited.units, count: tried })
      : isCut
        ? t('rules.past.cut', { tried, count: units.reporting })
        : t('rules.past.tried', { count: edited.units }),
  ];
  if (edited.units > edited.watched) parts.push(t('rules.past.noSensor', { count: edited.units - edited.watched }));
  return parts.join(' ');
}

/**
 * The same sentence where the conditions are written, and what is odd of the rule, before it is saved. `isOddAlready`:
 * something worse is said of it there.
 */
export function PastSentence({ past, isOddAlready }: { past: Past; isOddAlready: boolean }): ReactNode {
  const { t } = useTranslation();
  const words = usePastWords();
  const { found, lacks } = past;
  if (lacks !== null || found === null || !found.isWhole || found.edited.units === 0) return null;
  const { oddity } = found.edited;
  return (
    <>
      <p className="rule-sentence dim">{words(found.edited)}</p>
      {oddity !== null && !isOddAlready && (
        <div className="rule-sentence">
          <Banner tone="caution" icon={<WarningIcon />}>
            {t(`rules.past.oddities.${oddity}`)}
          </Banner>
        </div>
      )}
    </>
  );
}
