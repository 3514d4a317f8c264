import type { ReactNode } from 'react';
import type { ListedGeneration } from '../../../domain/report/index.ts';
import { fromIso } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, CloseIcon, Panel, ProgressBar } from '../../../ui/index.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useAct } from '../../shared/services/useAct.ts';
import { useDayText } from '../useReportCells.tsx';
import { FileButtons } from './FileButtons.tsx';
import { Sections } from './Sections.tsx';

interface GenerationPanelProps {
  readonly generation: ListedGeneration;
  readonly onChanged: () => void;
}

/** One generation: how far it is, why there is nothing of it, or what came of it. */
export function GenerationPanel({ generation, onChanged }: GenerationPanelProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const day = useDayText();
  const { from_day: from, to_day: to, shift_from: shiftFrom, shift_to: shiftTo, state } = generation;
  const days = from === to ? day(from) : t('reports.ownPeriod', { from: day(from), to: day(to) });
  const shift = shiftFrom === '' ? '' : ` · ${t('reports.ownPeriod', { from: shiftFrom, to: shiftTo })}`;
  return (
    <Panel title={`${days}${shift}`} actions={<FileButtons files={generation.files} />}>
      {state === 'generating' ? (
        <Generating generation={generation} onChanged={onChanged} />
      ) : state === 'done' ? (
        <>
          <p className="dim report-note">
            {t('reports.zoneNote', { zone: generation.time_zone })} ·{' '}
            {t('reports.keptUntil', { date: formats.date(fromIso(generation.expires_at)) })}
          </p>
          {generation.readable ? (
            <Sections key={generation.generation_id} generation={generation} />
          ) : (
            <Banner tone="caution">{t('reports.notReadable')}</Banner>
          )}
        </>
      ) : (
        <Ended generation={generation} />
      )}
    </Panel>
  );
}

function Ended({ generation: { state, error_code: code } }: { generation: ListedGeneration }): ReactNode {
  const { t } = useTranslation();
  if (state === 'cancelled') return <Banner tone="info">{t('reports.cancelledLead')}</Banner>;
  if (state === 'time_exceeded') return <Banner tone="caution">{t('reports.timeExceeded')}</Banner>;
  return <Banner tone="critical">{t('reports.failed', { reason: t(`jobs.errors.${code ?? 'unexpected'}`) })}</Banner>;
}

function Generating({ generation, onChanged }: GenerationPanelProps): ReactNode {
  const { t } = useTranslation();
  const act = useAct();
  const cancel = async (): Promise<void> => {
    await act.run('cancelJob', { job_id: generation.job_id });
    onChanged();
  };
  return (
    <div className="report-generating" aria-live="polite">
      {act.problem !== null && <ProblemBanner problem={act.problem} />}
      <ProgressBar
        label={t('reports.states.generating')}
        {...(generation.progress > 0 && { value: generation.progress })}
      />
      <p className="dim">{t('reports.generatingLead')}</p>
      <div>
        <Button busy={act.busy} icon={<CloseIcon aria-hidden="true" />} onPress={() => void cancel()}>
          {t('reports.cancel')}
        </Button>
      </div>
    </div>
  );
}
