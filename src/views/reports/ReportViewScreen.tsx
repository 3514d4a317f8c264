import type { ReactNode } from 'react';
import { reports, type Report } from '../../domain/report/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, ReportIcon } from '../../ui/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { useReloading } from '../shared/services/useReloading.ts';
import { Generations } from './Generations.tsx';
import { GenerationPanel } from './outcome/GenerationPanel.tsx';
import { useReportCells } from './useReportCells.tsx';
import './reports.css';

/** Milliseconds after which the state is read again while something is being generated. */
const REFRESH = 1_500;
const SHOWN = 50;

/** One report: what was generated of it, and the tables, the chart and the files of one of these. */
export default function ReportViewScreen(): ReactNode {
  return (
    <EntityPage entity={reports} cells={useReportCells()} tools={(row) => <Generate report={row} />}>
      {(row) => <Outcomes key={row.report_id} report={row} />}
    </EntityPage>
  );
}

/** Opens one of the generations of the report: it is in the address. */
function useOpened(): { readonly asked: number; readonly open: (id: number) => void } {
  const { query, replaceQuery } = useScreenPath();
  return {
    asked: Number(query.get('generation')),
    open(id) {
      const next = new URLSearchParams(query);
      next.set('generation', String(id));
      replaceQuery(next);
    },
  };
}

function Generate({ report }: { report: Report }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const act = useAct();
  const notify = useNotify();
  const { open } = useOpened();
  if (!mayIn(report, reports.needs.add)) return null;
  const generate = async (): Promise<void> => {
    const reply = await act.run('generateReport', { report_id: report.report_id });
    if (reply === null) return;
    notify.done(t('reports.started'));
    open(reply.generation_id);
  };
  return (
    <Button busy={act.busy} icon={<ReportIcon aria-hidden="true" />} onPress={() => void generate()}>
      {t('reports.generate')}
    </Button>
  );
}

function Outcomes({ report }: { report: Report }): ReactNode {
  const mayIn = useMayIn();
  const { asked, open } = useOpened();
  const answer = useAnswer('getReportGenerationList', { report_id: report.report_id, limit: SHOWN }, ['report', 'job']);
  const rows = answer.value?.rows ?? [];
  useReloading(answer.reload, rows.some(({ state }) => state === 'generating') ? REFRESH : null);
  const opened = rows.find(({ generation_id: id }) => id === asked) ?? rows[0] ?? null;
  return (
    <>
      {opened !== null && <GenerationPanel generation={opened} onChanged={answer.reload} />}
      <Generations
        answer={answer}
        openedId={opened?.generation_id ?? null}
        onOpen={open}
        mayGenerate={mayIn(report, reports.needs.add)}
      />
    </>
  );
}
