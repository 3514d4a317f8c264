import { useState, type CSSProperties, type ReactNode } from 'react';
import type {
  ReportColumn,
  ReportLook,
  ReportRow,
  ReportSection,
  SectionOutcome,
} from '../../../domain/report/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, Link, VirtualTable, type TableSort } from '../../../ui/index.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useSession } from '../../shared/services/session.ts';
import { MODE_PLACES } from '../../shared/unit/unitModes.ts';
import { momentQuery } from '../../shared/unit/viewState.ts';
import { useCellText } from './useCellText.ts';
import { useSectionRows } from './useSectionRows.ts';

const WIDTHS: Readonly<Record<ReportLook, number>> = {
  text: 190,
  word: 140,
  time: 170,
  day: 120,
  distance: 110,
  duration: 120,
  speed: 110,
  litres: 110,
  rate: 130,
  count: 90,
};
const FIGURES: readonly ReportLook[] = ['distance', 'duration', 'speed', 'litres', 'rate', 'count'];

interface SectionTableProps {
  readonly generationId: number;
  readonly section: ReportSection;
  readonly outcome: SectionOutcome;
}

/** One table of a report with its totals; a row of something that happened leads to the timeline at that instant. */
export function SectionTable({ generationId, section, outcome }: SectionTableProps): ReactNode {
  const { t } = useTranslation();
  const { go } = useScreenPath();
  const [sort, setSort] = useState<TableSort<string> | null>(null);
  const rows = useSectionRows(
    generationId,
    section.key,
    sort === null ? '' : `${sort.descending ? '-' : ''}${sort.column}`,
  );
  const text = useCellText();
  const name = t(`reports.sections.${section.key}`);
  const { can } = useSession();
  const leads = section.isTimed === true && can(MODE_PLACES.trips.need);
  const cellOf = (place: number, key: string): ReactNode => {
    const row = rows.at(place);
    const column = section.columns.find((each) => each.key === key);
    if (!column) return null;
    if (row === undefined) return <span className="dim">…</span>;
    return <Cell row={row} column={column} text={text} leads={leads && key === 'start'} />;
  };
  return (
    <div className="report-section" style={{ '--rows': outcome.rows } as CSSProperties}>
      <Totals section={section} outcome={outcome} />
      <LeftOff outcome={outcome} />
      {rows.problem !== null && (
        <ProblemBanner problem={rows.problem} action={<Button onPress={rows.retry}>{t('common.retry')}</Button>} />
      )}
      <VirtualTable<string>
        label={name}
        className="report-table"
        density="compact"
        columns={section.columns.map(({ key, look }) => ({
          id: key,
          header: t(`reports.columns.${key}`),
          width: WIDTHS[look],
          sortable: true,
          ...(FIGURES.includes(look) && { align: 'end' as const }),
        }))}
        rowCount={outcome.rows}
        rowKey={(row) => row}
        renderCell={cellOf}
        sort={sort}
        onSort={setSort}
        selectedKey={null}
        onSelect={() => undefined}
        onOpen={(_, place) => {
          const row = rows.at(place);
          const query = row && leads ? placeQuery(row) : null;
          if (query !== null) go(MODE_PLACES.trips.path, Object.fromEntries(new URLSearchParams(query)));
        }}
        onVisible={rows.show}
        resizeLabel={t('common.resize')}
      />
    </div>
  );
}

interface CellProps {
  readonly row: ReportRow;
  readonly column: ReportColumn;
  readonly text: ReturnType<typeof useCellText>;
  readonly leads: boolean;
}

function Cell({ row, column, text, leads }: CellProps): ReactNode {
  const { t } = useTranslation();
  const shown = text(row[column.key], column.look);
  const query = leads ? placeQuery(row) : null;
  if (query !== null)
    return (
      <Link href={`${MODE_PLACES.trips.path}?${query}`} aria-label={`${shown}: ${t('reports.timeline')}`}>
        {shown}
      </Link>
    );
  return column.look === 'text' ? <bdi title={shown}>{shown}</bdi> : <span className="figures">{shown}</span>;
}

/** Where a row is on the timeline; null where it has no instant. */
function placeQuery({ unit_id: unitId, at, latitude, longitude }: ReportRow): string | null {
  if (typeof unitId !== 'number' || typeof at !== 'number') return null;
  if (typeof latitude === 'number' && typeof longitude === 'number')
    return momentQuery(unitId, at, { latitude, longitude });
  return new URLSearchParams({ units: String(unitId), at: new Date(at).toISOString() }).toString();
}

function Totals({ section, outcome }: Omit<SectionTableProps, 'generationId'>): ReactNode {
  const { t } = useTranslation();
  const text = useCellText();
  const totals = section.columns.flatMap(({ key, look }) => {
    const value = outcome.totals[key] ?? null;
    return value === null ? [] : [{ key, shown: text(value, look) }];
  });
  if (totals.length === 0) return null;
  return (
    <dl className="report-totals" aria-label={t('reports.total')}>
      {totals.map(({ key, shown }) => (
        <div key={key}>
          <dt>{t(`reports.columns.${key}`)}</dt>
          <dd className="figures">{shown}</dd>
        </div>
      ))}
    </dl>
  );
}

function LeftOff({ outcome: { rows, left_off: more } }: { outcome: SectionOutcome }): ReactNode {
  const { t } = useTranslation();
  if (more === 0) return null;
  return <Banner tone="caution">{t('reports.cut', { rows, more })}</Banner>;
}
