import type { ReactNode } from 'react';
import type { ListedGeneration } from '../../domain/report/index.ts';
import { fromIso } from '../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, EmptyState, Panel, ReportIcon, Skeleton, StatusChip } from '../../ui/index.ts';
import { Answered } from '../shared/AnswerView.tsx';
import { CutNote } from '../shared/list/CutNote.tsx';
import type { Answer } from '../shared/services/calls.ts';
import { FileButtons } from './outcome/FileButtons.tsx';
import { STATE_LOOKS, useDayText } from './useReportCells.tsx';
import '../shared/list/serverList.css';

interface GenerationsProps {
  readonly answer: Answer<{ readonly rows: readonly ListedGeneration[]; readonly total: number }>;
  readonly openedId: number | null;
  readonly onOpen: (id: number) => void;
  readonly mayGenerate: boolean;
}

const COLUMNS = ['asked', 'days', 'by', 'state', 'rows', 'size', 'files'] as const;

/** Every generation that is kept: by whom, when, of which days, and what came of it. */
export function Generations({ answer, openedId, onOpen, mayGenerate }: GenerationsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Panel title={t('reports.generations')}>
      <Answered answer={answer} waiting={<Skeleton height="6rem" />}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <EmptyState icon={<ReportIcon />} title={t('reports.noneTitle')}>
              {t(mayGenerate ? 'reports.noneLead' : 'reports.noneViewer')}
            </EmptyState>
          ) : (
            <>
              <div className="server-list-scroll">
                <table className="server-table" aria-label={t('reports.generations')}>
                  <thead>
                    <tr>
                      {COLUMNS.map((column) => (
                        <th key={column} scope="col">
                          {column === 'state' ? t('reports.fields.state') : t(`reports.${column}`)}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <GenerationRow
                        key={row.generation_id}
                        row={row}
                        isOpened={row.generation_id === openedId}
                        onOpen={onOpen}
                      />
                    ))}
                  </tbody>
                </table>
              </div>
              <CutNote shown={rows.length} total={total} />
            </>
          )
        }
      </Answered>
    </Panel>
  );
}

interface GenerationRowProps {
  readonly row: ListedGeneration;
  readonly isOpened: boolean;
  readonly onOpen: (id: number) => void;
}

function GenerationRow({ row, isOpened, onOpen }: GenerationRowProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const day = useDayText();
  const size = useSizeText();
  const isDone = row.state === 'done';
  return (
    <tr data-current={isOpened || undefined}>
      <td className="server-table-name">
        {isOpened ? (
          <span className="figures">
            {formats.dateTime(fromIso(row.created_at))} <span className="dim">{t('reports.opened')}</span>
          </span>
        ) : (
          <Button variant="quiet" size="compact" onPress={() => onOpen(row.generation_id)}>
            {formats.dateTime(fromIso(row.created_at))}
          </Button>
        )}
      </td>
      <td data-label={t('reports.days')}>
        {row.from_day === row.to_day
          ? day(row.from_day)
          : t('reports.ownPeriod', { from: day(row.from_day), to: day(row.to_day) })}
      </td>
      <td data-label={t('reports.by')}>
        <bdi>{row.user_name}</bdi>
      </td>
      <td data-label={t('reports.fields.state')}>
        <StatusChip {...STATE_LOOKS[row.state]}>
          {t(`reports.states.${row.state}`)}
          {row.state === 'generating' && row.progress > 0 && ` ${formats.percent(row.progress)}`}
        </StatusChip>
      </td>
      <td data-label={t('reports.rows')} className="figures">
        {isDone ? formats.number(row.rows) : '–'}
      </td>
      <td data-label={t('reports.size')} className="figures">
        {isDone ? size(row.size) : '–'}
      </td>
      <td data-label={t('reports.files')}>
        <FileButtons files={row.files} />
      </td>
    </tr>
  );
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Bytes in words. */
function useSizeText(): (bytes: number) => string {
  const { i18n } = useTranslation();
  return (bytes) => {
    const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
    return new Intl.NumberFormat(i18n.language, {
      style: 'unit',
      unit: UNITS[step],
      unitDisplay: 'short',
      maximumFractionDigits: step === 0 ? 0 : 1,
    }).format(bytes / 1_000 ** step);
  };
}
