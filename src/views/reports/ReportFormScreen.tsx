import { useMemo, type ReactNode } from 'react';
import { isId, LENGTH, REPORT } from '../../domain/base/index.ts';
import { REPORT_TYPES, reports, type ReportForm } from '../../domain/report/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { EntityForm, EntityGroupsField, EntityNameField } from '../shared/entity/index.ts';
import { UnitChoiceFields } from '../shared/unit/UnitChoiceFields.tsx';
import { ContentFields, FormatsField, PeriodFields, TypeField } from './fields.tsx';
import './reports.css';

/** Adds a report, or changes one. The address may name the type and the units of a new one. */
export default function ReportFormScreen(): ReactNode {
  const { t } = useTranslation();
  const { query } = useScreenPath();
  const initial = useMemo(() => initialOf(query), [query]);
  return (
    <EntityForm entity={reports} initial={initial} draft={`new ${query.get('type') ?? ''} ${query.get('units') ?? ''}`}>
      {() => (
        <>
          <Panel title={t('reports.one')}>
            <div className="entity-fields">
              <EntityNameField entity={reports} bounds={LENGTH.reportName} />
              <TypeField />
              <EntityGroupsField entity={reports} of="reports" />
            </div>
          </Panel>
          <Panel title={t('reports.units')}>
            <div className="entity-fields">
              <UnitChoiceFields />
            </div>
          </Panel>
          <Panel title={t('reports.when')}>
            <div className="entity-fields">
              <PeriodFields />
            </div>
          </Panel>
          <ContentFields />
          <Panel title={t('reports.how')}>
            <div className="entity-fields">
              <FormatsField />
            </div>
          </Panel>
        </>
      )}
    </EntityForm>
  );
}

function initialOf(query: URLSearchParams): Partial<ReportForm> {
  const type = REPORT_TYPES.find((each) => each === query.get('type'));
  const units = (query.get('units') ?? '').split(',').map(Number).filter(isId).slice(0, REPORT.units);
  return { ...(type && { type }), ...(units.length > 0 && { all_units: false, unit_ids: units }) };
}
