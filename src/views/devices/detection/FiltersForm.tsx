import { useFormikContext } from 'formik';
import { useMemo, type ReactNode } from 'react';
import { DETECTION } from '../../../domain/base/index.ts';
import { DEFAULT_FILTERS, filterSettingsSchema, type FilterSettings } from '../../../domain/detection/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Panel } from '../../../ui/index.ts';
import { DetectionForm, type DetectionFormProps } from './DetectionForm.tsx';
import { LastReport } from './present/NowLine.tsx';
import { useFilterNow } from './present/useFilterNow.ts';
import { usePresent, type Present } from './present/usePresent.ts';
import { Setting, SwitchSetting } from './Setting.tsx';
import { settingsOf } from './settings.ts';
import { FilterTuning } from './tuning/FilterTuning.tsx';
import { useTuningDay } from './tuning/useTuningDay.ts';

/** Which fixes of a device count, with the past to try it on. */
export function FiltersForm(props: DetectionFormProps): ReactNode {
  const { device, unitId } = props;
  const settings = useMemo(() => settingsOf(device), [device]);
  const day = useTuningDay(unitId, device.device_id);
  const present = usePresent(device.device_id, unitId);
  return (
    <DetectionForm<FilterSettings>
      {...props}
      part="filters"
      schema={filterSettingsSchema}
      saved={settings.filters}
      defaults={DEFAULT_FILTERS}
      toWire={(filters) => ({ filters })}
      fields={(mayChange) => <Fields disabled={!mayChange} present={present} />}
      tuning={<FilterTuning day={day} saved={settings} />}
    />
  );
}

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
          <Setting
            name="max_speed"
            of="filters"
            now={now}
            bounds={DETECTION.filterSpeed}
            measure="kmh"
            disabled={disabled}
          />
          <Setting
            name="min_satellites"
            of="filters"
            now={now}
            bounds={DETECTION.satellites}
            whole
            disabled={disabled}
          />
          <Setting name="max_hdop" of="filters" now={now} bounds={DETECTION.hdop} disabled={disabled} />
          <Setting
            name="max_accuracy"
            of="filters"
            now={now}
            bounds={DETECTION.accuracy}
            measure="m"
            disabled={disabled}
          />
        </div>
      </Panel>
      <Panel title={t('detection.sections.drift')}>
        <div className="setting-grid">
          <SwitchSetting name="static_drift.enable" of="drift" disabled={disabled} />
          <Setting
            name="static_drift.distance"
            of="drift"
            now={now}
            bounds={DETECTION.driftDistance}
            measure="m"
            disabled={still}
          />
          <Setting
            name="static_drift.speed"
            of="drift"
            now={now}
            bounds={DETECTION.driftSpeed}
            measure="kmh"
            disabled={still}
          />
        </div>
      </Panel>
    </>
  );
}
