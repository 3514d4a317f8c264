import { useState, type ReactNode } from 'react';
import { REPORT_SECTIONS, type ReportGeneration } from '../../../domain/report/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { EmptyState, ReportIcon, Tabs } from '../../../ui/index.ts';
import { DaysChart } from './DaysChart.tsx';
import { SectionTable } from './SectionTable.tsx';

/** The tables of a generation, one in sight, below its chart. */
export function Sections({ generation }: { generation: ReportGeneration }): ReactNode {
  const { t } = useTranslation();
  const sections = REPORT_SECTIONS[generation.type].flatMap((section) => {
    const outcome = generation.sections.find(({ key }) => key === section.key);
    return outcome && outcome.rows > 0 ? [{ section, outcome }] : [];
  });
  const [selected, setSelected] = useState('');
  if (sections.length === 0)
    return (
      <EmptyState icon={<ReportIcon />} title={t('reports.nothing')}>
        {t('reports.nothingLead')}
      </EmptyState>
    );
  const current = sections.some(({ section }) => section.key === selected) ? selected : sections[0].section.key;
  return (
    <>
      {generation.formats.includes('CHART') &&
        (generation.chart?.days.length ?? 0) > 1 &&
        generation.chart !== null && <DaysChart chart={generation.chart} type={generation.type} />}
      <Tabs
        label={t('reports.what')}
        selected={current}
        onChange={setSelected}
        tabs={sections.map(({ section, outcome }) => ({
          id: section.key,
          label: t(`reports.sections.${section.key}`),
          content: <SectionTable generationId={generation.generation_id} section={section} outcome={outcome} />,
        }))}
      />
    </>
  );
}
