import { useMemo, useState, type ReactNode } from 'react';
import { REPORT } from '../../domain/base/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, Panel } from '../../ui/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { ManyField } from '../shared/form/ManyField.tsx';
import { useFleet } from '../shared/services/fleet.ts';
import { useStore } from '../shared/services/store.ts';
import '../shared/entity/entity.css';
import './reports.css';

/** Chooses the units of a report before anything else of it. */
export default function SelectUnitsScreen(): ReactNode {
  const { t } = useTranslation();
  const { go, query } = useScreenPath();
  const { byId } = useStore(useFleet().units);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const options = useMemo(
    () =>
      [...byId.values()]
        .map(({ unit_id: id, name }) => ({ value: String(id), label: name }))
        .toSorted((one, other) => one.label.localeCompare(other.label)),
    [byId],
  );
  const type = query.get('type');
  const goOn = (): void => go('/report/create', { ...(type !== null && { type }), units: chosen.join(',') });
  return (
    <div className="entity-screen">
      <h1 className="page-title">{t('reports.selectUnits')}</h1>
      <Panel label={t('reports.selectUnits')}>
        <div className="entity-fields">
          <ManyField
            label={t('reports.columns.units')}
            value={chosen}
            options={options}
            error={chosen.length > REPORT.units ? t('validation.maxItems', { max: REPORT.units }) : undefined}
            hint={t('reports.selectUnitsLead')}
            otherwise={t('unitChoice.other')}
            onChange={setChosen}
          />
          <div>
            <Button variant="primary" isDisabled={chosen.length === 0 || chosen.length > REPORT.units} onPress={goOn}>
              {t('reports.continue')}
            </Button>
          </div>
        </div>
      </Panel>
    </div>
  );
}
