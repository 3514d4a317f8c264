import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { DETECTION } from '../../../domain/base/index.ts';
import { DEFAULT_FILTERS, filterSettingsSchema, type FilterSettings } from '../../../domain/detection/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Panel } from '../../../ui/index.ts';
import { DetectionForm, type DetectionFormProps } from './DetectionForm.tsx';
import { LastReport } from './present/NowLine.tsx';
import { useFilterNow } from './present/useFilterNow.ts';
import type { Present } from './present/usePresent.ts';
import { Settings, SwitchSetting, type SettingsProps } from './Setting.tsx';
import { FilterTuning } from './tuning/FilterTuning.tsx';
import { useDetection } from './useDetection.ts';

/** Which fixes of a device count, with the past to try it on. */
export function FiltersForm(props: DetectionFormProps): ReactNode {
  const { saved, day, present } = useDetection(props);
  return (
    <DetectionForm<FilterSettings>
      {...props}
      part="filters"
      schema={filterSettingsSchema}
      saved={saved.filters}
      defaults={DEFAULT_FILTERS}
      toWire={(filters) => ({ filters })}
      fields={(mayChange) => <Fields disabled={!mayChange} present={present} />}
      tuning={<FilterTuning day={day} saved={saved} />}
    />
  );
}

const QUALITY: SettingsProps['list'] = [
  { name: 'max_speed', bounds: DETECTION.filterSpeed, measure: 'kmh' },
  { name: 'min_satellites', bounds: DETECTION.satellites, whole: true },
  { name: 'max_hdop', bounds: DETECTION.hdop },
  { name: 'max_accuracy', bounds: DETECTION.accuracy, measure: 'm' },
];

const DRIFT: SettingsProps['list'] = [
  { name: 'static_drift.distance', bounds: DETECTION.driftDistance, measure: 'm' },
  { name: 'static_drift.speed', bounds: DETECTION.driftSpeed, measure: 'kmh' },
];

function Fields({ disabled, present }: { disabled: boolean; present: Present }): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<FilterSettings>();
  const { lines: now, verdict } = useFilterNow(present);
  const still = disabled || !values.static_drift.enable;
  return (
    <>
      <LastReport present={present}>{verdict !== null && <p>{verdict}</p>}</LastReport>
      <Panel title={t('detection.sections.plain')}>
        <p className="detection-lead">{t('detection.filtersLead')}</p>
        <div className="setting-grid">
          <SwitchSetting name="skip_zero" of="filters" now={now} disabled={disabled} />
          <SwitchSetting name="skip_duplicate" of="filters" disabled={disabled} />
          <SwitchSetting name="skip_future" of="filters" now={now} disabled={disabled} />
        </div>
      </Panel>
      <Panel title={t('detection.sections.quality')}>
        <div className="setting-grid">
          <Settings list={QUALITY} of="filters" now={now} disabled={disabled} />
        </div>
      </Panel>
      <Panel title={t('detection.sections.drift')}>
        <div className="setting-grid">
          <SwitchSetting name="static_drift.enable" of="drift" disabled={disabled} />
          <Settings list={DRIFT} of="drift" now={now} disabled={still} />
        </div>
      </Panel>
    </>
  );
}
