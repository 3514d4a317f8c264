import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, EmptyState, IconButton, NativeSelect, RetryIcon, Skeleton } from '../../../ui/index.ts';
import { Unanswered } from '../../shared/AnswerView.tsx';
import type { Answer } from '../../shared/services/calls.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import type { ModeInterval } from './useModeInterval.ts';

/** Units that a mode is about; none = all that one sees. */
export interface ModeScope {
  readonly unitIds: readonly number[];
  /** Those of them that were selected; none where the filter says whose. */
  readonly chosen: readonly number[];
  /** The units are those that the filter leaves. */
  readonly isFiltered: boolean;
  readonly clear: () => void;
}

/** What a list of a mode is about: whose, and of which interval. */
export function ModeTools({
  scope,
  interval,
  loading,
  onReload,
  exporter,
  children,
}: {
  scope: ModeScope;
  interval: ModeInterval;
  loading: boolean;
  onReload: () => void;
  /** Writes the list to a file. */
  exporter: ReactNode;
  children?: ReactNode;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="mode-tools">
      <div className="mode-tools-row">
        <ScopeLine scope={scope} />
        {exporter}
        <IconButton
          label={t('unitModes.refresh')}
          icon={<RetryIcon aria-hidden="true" />}
          isDisabled={loading}
          onPress={onReload}
        />
      </div>
      <div className="mode-tools-row">
        <NativeSelect
          label={t('unitModes.interval.label')}
          value={interval.choice}
          onChange={interval.choose}
          options={interval.choices.map((value) => ({
            value,
            label: t(value === 'timeline' ? 'unitModes.interval.timeline' : `datePresets.${value}`),
          }))}
        />
        {children}
      </div>
    </div>
  );
}

/** Whose: those selected, with the way back to all. */
export function ScopeLine({ scope }: { scope: ModeScope }): ReactNode {
  const { t } = useTranslation();
  const some = scope.chosen.length > 0;
  const count = scope.unitIds.length;
  return (
    <div className="mode-scope">
      <span title={some ? undefined : t('unitModes.scope.choose')}>
        {some
          ? t('unitModes.scope.some', { count })
          : scope.isFiltered
            ? t('unitModes.scope.filtered', { count })
            : t('unitModes.scope.all')}
      </span>
      {some && (
        <Button size="compact" variant="quiet" onPress={scope.clear}>
          {t('unitModes.scope.toAll')}
        </Button>
      )}
    </div>
  );
}

/** A list that was asked for: its rows, or why there are none. */
export function ModeList<Value>({
  answer,
  failed,
  isEmpty,
  emptyTitle,
  emptyLead,
  truncated = false,
  children,
}: {
  answer: Answer<Value>;
  failed: string;
  isEmpty: (value: Value) => boolean;
  emptyTitle: string;
  emptyLead: string;
  truncated?: boolean;
  children: (value: Value) => ReactNode;
}): ReactNode {
  const { t } = useTranslation();
  const { value, problem, loading, reload } = answer;
  if (value === null) {
    return (
      <Unanswered answer={answer} title={failed}>
        <div className="unit-list-waiting" aria-busy="true">
          <Skeleton height="3em" />
          <Skeleton height="3em" />
          <Skeleton height="3em" />
        </div>
      </Unanswered>
    );
  }
  return (
    <div className="mode-list" aria-busy={loading}>
      {problem !== null && (
        <ProblemBanner
          problem={problem}
          action={
            <Button size="compact" onPress={reload}>
              {t('common.retry')}
            </Button>
          }
        />
      )}
      {truncated && <Banner tone="caution">{t('unitModes.truncated')}</Banner>}
      {isEmpty(value) ? <EmptyState title={emptyTitle}>{emptyLead}</EmptyState> : children(value)}
    </div>
  );
}

/** Asks to choose one unit where a mode is about one. */
export function PickUnit({ children }: { children: string }): ReactNode {
  return <p className="mode-hint">{children}</p>;
}
