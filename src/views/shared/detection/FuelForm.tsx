import { useFormikContext } from 'formik';
import { useMemo, useState, type ReactNode } from 'react';
import { DETECTION } from '../../../domain/base/index.ts';
import { DEFAULT_FUEL, fuelSettingsSchema, fuelThresholdSchema, type FuelSettings } from '../../../domain/detection/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, Checkbox, ExpandIcon, Panel } from '../../../ui/index.ts';
import { DetectionForm, type DetectionFormProps } from './DetectionForm.tsx';
import { Setting, SwitchSetting } from './Setting.tsx';
import { settingsOf } from './settings.ts';
import { FuelTuning } from './tuning/FuelTuning.tsx';
import { useTuningDay } from './tuning/useTuningDay.ts';

/** When fuel was stolen or filled, with the past to try it on. */
export function FuelForm(props: DetectionFormProps): ReactNode {
  const { device, unitId } = props;
  const settings = useMemo(() => settingsOf(device.settings), [device.settings]);
  const day = useTuningDay(unitId, device.device_id);
  return (
    <DetectionForm<FuelSettings>
      {...props} part="fuel" schema={fuelSettingsSchema} saved={settings.fuel} defaults={DEFAULT_FUEL}
      toWire={(fuel) => ({ fuel })} fields={(mayChange) => <Fields disabled={!mayChange} />}
      tuning={<FuelTuning day={day} saved={settings} />}
    />
  );
}

function Fields({ disabled }: { disabled: boolean }): ReactNode {
  const { t } = useTranslation();
  const { theft, refill } = useFormikContext<FuelSettings>().values;
  const noTheft = disabled || !theft.enable;
  const noRefill = disabled || !refill.enable;
  return (
    <>
      <Panel title={t('detection.sections.theft')}>
        <div className="setting-grid">
          <SwitchSetting name="theft.enable" of="theft" disabled={disabled} />
          <Setting name="theft.min_theft" of="theft" bounds={DETECTION.fuelVolume} measure="l" disabled={noTheft} />
          <Setting name="theft.observe_time" of="theft" bounds={DETECTION.fuelObserveTime} measure="s" whole disabled={noTheft} />
          <Setting name="theft.km_per_liter" of="theft" bounds={DETECTION.kilometresPerLitre} measure="kmPerLitre" disabled={noTheft} />
          <Setting name="theft.hour_per_liter" of="theft" bounds={DETECTION.hoursPerLitre} measure="hoursPerLitre" disabled={noTheft} />
        </div>
      </Panel>
      <Panel title={t('detection.sections.refill')}>
        <div className="setting-grid">
          <SwitchSetting name="refill.enable" of="refill" disabled={disabled} />
          <Setting name="refill.min_refill" of="refill" bounds={DETECTION.fuelVolume} measure="l" disabled={noRefill} />
          <Setting name="refill.observe_time" of="refill" bounds={DETECTION.fuelObserveTime} measure="s" whole disabled={noRefill} />
          <Setting name="refill.min_change" of="refill" bounds={DETECTION.fuelChange} measure="l" disabled={noRefill} />
        </div>
      </Panel>
      <OlderSettings disabled={disabled} />
    </>
  );
}

/** The older form: levels outside of its thresholds are left out. Folded away unless it is in use. */
function OlderSettings({ disabled }: { disabled: boolean }): ReactNode {
  const { t } = useTranslation();
  const { values, setFieldValue } = useFormikContext<FuelSettings>();
  const { threshold } = values;
  const [open, setOpen] = useState(threshold !== null);
  return (
    <section className="detection-older">
      <Button size="compact" variant="quiet" aria-expanded={open} icon={<ExpandIcon className="detection-chevron" aria-hidden="true" />} onPress={() => setOpen(!open)}>
        {t('detection.sections.older')}
      </Button>
      {open && (
        <div className="setting-grid">
          <div className="setting setting-switch">
            <Checkbox selected={threshold !== null && threshold.enable} disabled={disabled} onChange={(on) => void setFieldValue('threshold', on ? { ...fuelThresholdSchema.getDefault(), ...threshold, enable: true } : null)}>
              {t('detection.threshold.enable.label')}
            </Checkbox>
            <p className="field-hint">{t('detection.threshold.enable.hint')}</p>
          </div>
          {threshold?.enable && (
            <>
              <Setting name="threshold.min_threshold" of="threshold" bounds={DETECTION.fuelLevel} measure="l" disabled={disabled} />
              <Setting name="threshold.max_threshold" of="threshold" bounds={DETECTION.fuelLevel} measure="l" disabled={disabled} />
            </>
          )}
        </div>
      )}
    </section>
  );
}
