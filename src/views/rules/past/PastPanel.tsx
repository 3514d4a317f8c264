import { Suspense, useState, type ReactNode } from 'react';
import { BACKTEST } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import {
  Banner,
  Button,
  EmptyState,
  Panel,
  ProgressBar,
  RadioGroup,
  Skeleton,
  WarningIcon,
} from '../../../ui/index.ts';
import { messageOf } from '../../shared/ProblemView.tsx';
import { lazyPart } from '../../shared/code/lazyPart.ts';
import { useConditionWords } from '../../shared/rules/useConditionWords.ts';
import type { Problem } from '../../shared/services/fleet.ts';
import { useRuleNames } from '../form/ruleNames.tsx';
import { PastHeadline } from './PastHeadline.tsx';
import { PastLanes } from './PastLanes.tsx';
import { PastList } from './PastList.tsx';
import { PastUnits } from './PastUnits.tsx';
import type { Past, PastDays, PastFound } from './usePast.ts';
import './past.css';

const PastPicture = lazyPart(() => import('./PastPicture.tsx'));

/** When the rule that is written would have fired: how often, at which units, when and where. */
export function PastPanel({ past }: { past: Past }): ReactNode {
  const { t } = useTranslation();
  const { lacks, units, problem, again } = past;
  return (
    <Panel title={t('rules.past.title')} className="rule-past">
      <Head past={past} />
      {lacks !== null ? (
        <Lacking past={past} />
      ) : units.problem !== null && units.value === null ? (
        <Failed problem={units.problem} onRetry={units.reload} />
      ) : (
        <>
          {problem !== null && <Failed problem={problem} onRetry={again} />}
          <Body past={past} />
        </>
      )}
    </Panel>
  );
}

/** Beside what the person does: no alert of its own next to what the form says. */
function Failed({ problem, onRetry }: { problem: Problem; onRetry: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Banner tone="caution" icon={<WarningIcon />} action={<Button onPress={onRetry}>{t('common.retry')}</Button>}>
      {messageOf(problem)}
    </Banner>
  );
}

/** What is to be done before the rule can be tried, or what it asks for that one may not see. */
function Lacking({ past: { lacks, untried } }: { past: Past }): ReactNode {
  const { t, i18n } = useTranslation();
  const words = useConditionWords();
  const { names } = useRuleNames();
  const conditions = new Intl.ListFormat(i18n.language).format(
    untried.map((condition) => words(condition, undefined, names)),
  );
  return <p className="dim">{t(`rules.past.lacks.${lacks ?? 'conditions'}`, { conditions })}</p>;
}

function Head({ past }: { past: Past }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { days, setDays, lacks, isRunning, progress, found, cancel, again } = past;
  return (
    <div className="rule-past-head">
      <RadioGroup
        label={t('rules.past.period')}
        labelHidden
        look="segments"
        value={String(days)}
        onChange={(value) => setDays(Number(value) as PastDays)}
        options={BACKTEST.days.map((count) => ({ value: String(count), label: t('rules.past.days', { count }) }))}
      />
      {lacks === null &&
        (isRunning ? (
          <>
            <div className="rule-past-progress">
              <ProgressBar label={t('rules.past.running')} value={progress} labelHidden />
            </div>
            <Button size="compact" onPress={cancel}>
              {t('rules.past.stop')}
            </Button>
          </>
        ) : (
          <>
            {found !== null && (
              <span className="dim">{t('rules.past.upTo', { time: formats.dateTime(found.interval.to) })}</span>
            )}
            <Button size="compact" onPress={again}>
              {t('rules.past.again')}
            </Button>
          </>
        ))}
    </div>
  );
}

function Body({ past: { units, found, estimated, isRunning, isCancelled, problem } }: { past: Past }): ReactNode {
  const { t } = useTranslation();
  if (found === null) {
    if (isCancelled) return <p className="dim">{t('rules.past.stopped')}</p>;
    return problem !== null ? null : <Skeleton height="160px" />;
  }
  if (found.isWhole && found.edited.units === 0)
    return <EmptyState title={t('rules.past.noHistory')}>{t('rules.past.noHistoryLead')}</EmptyState>;
  return (
    <div className="rule-past-body" aria-busy={isRunning}>
      <PastHeadline found={found} units={units.value} estimated={estimated} isStopped={isCancelled && !found.isWhole} />
      {found.firings.length > 0 && <Firings found={found} />}
    </div>
  );
}

function Firings({ found }: { found: PastFound }): ReactNode {
  const [chosen, setChosen] = useState<number | null>(null);
  const { firings, edited, saved, interval, isWhole } = found;
  return (
    <>
      <div className="rule-past-pair">
        <PastUnits edited={edited} saved={saved} />
        <Suspense fallback={<Skeleton height="260px" />}>
          <PastPicture
            firings={firings}
            isCompared={saved !== null}
            isWhole={isWhole}
            chosen={chosen}
            onChoose={setChosen}
          />
        </Suspense>
      </div>
      <PastLanes firings={firings} isCompared={saved !== null} interval={interval} />
      <PastList firings={firings} isCompared={saved !== null} />
    </>
  );
}
