import { useFormikContext } from 'formik';
import { useMemo, useState, type ReactNode } from 'react';
import { DETECTION } from '../../../domain/base/index.ts';
import {
  DEFAULT_FUEL,
  fuelSettingsSchema,
  fuelThresholdSchema,
  type FuelSettings,
} from '../../../domain/detection/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, Checkbox, ExpandIcon, Panel } from '../../../ui/index.ts';
import { useFormField } from '../../../ui/forms/index.ts';
import { DetectionForm, type DetectionFormProps } from './DetectionForm.tsx';
import { LastReport } from './present/NowLine.tsx';
import type { NowOf } from './present/now.ts';
import { useFuelNow } from './present/useFuelNow.ts';
import { usePresent, type Present } from './present/usePresent.ts';
import { Setting, SwitchSetting } from './Setting.tsx';
import { settingsOf, type DetectionSettings } from './settings.ts';
import { FuelTuning } from './tuning/FuelTuning.tsx';
import { useTuningDay } from './tuning/useTuningDay.ts';

/** When fuel was stolen or filled, with the past to try it on. */
export function FuelForm(props: DetectionFormProps): ReactNode {
  const { device, unitId } = props;
  const settings = useMemo(() => settingsOf(device), [device]);
  const day = useTuningDay(unitId, device.device_id);
  const present = usePresent(device.device_id, unitId);
  return (
    <DetectionForm<FuelSettings>
      {...props}
      part="fuel"
      schema={fuelSettingsSchema}
      saved={settings.fuel}
      defaults={DEFAULT_FUEL}
      toWire={(fuel) => ({ fuel })}
      fields={(mayChange) => <Fields disabled={!mayChange} present={present} saved={settings} />}
      tuning={<FuelTuning day={day} saved={settings} />}
    />
  );
}

function Fields({
  disabled,
  present,
  saved,
}: {
  disabled: boolean;
  present: Present;
  saved: DetectionSettings;
}): ReactNode {
  const { t } = useTranslation();
  const { theft, refill } = useFormikContext<FuelSettings>().values;
  const now = useFuelNow(present, saved);
  const noTheft = disabled || !theft.enable;
  const noRefill = disabled || !refill.enable;
  return (
    <>
      <LastReport present={present}>
        {present.reports !== null && (
          <p>{now.levels === null ? t('detection.now.noLevel') : t('detection.now.levels', { levels: now.levels })}</p>
        )}
      </LastReport>
      <Panel title={t('detection.sections.theft')}>
        <div className="setting-grid">
          <SwitchSetting name="theft.enable" of="theft" disabled={disabled} />
          <Setting
            name="theft.min_theft"
            of="theft"
            now={now.lines}
            bounds={DETECTION.fuelVolume}
            measure="l"
            disabled={noTheft}
          />
          <Setting
            name="theft.observe_time"
            of="theft"
            bounds={DETECTION.fuelObserveTime}
            measure="s"
            whole
            disabled={noTheft}
          />
          <Setting
            name="theft.km_per_liter"
            of="theft"
            bounds={DETECTION.kilometresPerLitre}
            measure="kmPerLitre"
            disabled={noTheft}
          />
          <Setting
            name="theft.hour_per_liter"
            of="theft"
            bounds={DETECTION.hoursPerLitre}
            measure="hoursPerLitre"
            disabled={noTheft}
          />
        </div>
      </Panel>
      <Panel title={t('detection.sections.refill')}>
        <div className="setting-grid">
          <SwitchSetting name="refill.enable" of="refill" disabled={disabled} />
          <Setting
            name="refill.min_refill"
            of="refill"
            now={now.lines}
            bounds={DETECTION.fuelVolume}
            measure="l"
            disabled={noRefill}
          />
          <Setting
            name="refill.observe_time"
            of="refill"
            bounds={DETECTION.fuelObserveTime}
            measure="s"
            whole
            disabled={noRefill}
          />
          <Setting name="refill.min_change" of="refill" bounds={DETECTION.fuelChange} measure="l" disabled={noRefill} />
        </div>
      </Panel>
      <OlderSettings disabled={disabled} now={now.lines} />
    </>
  );
}

/** The older form: levels outside of its thresholds are left out. Folded away unless it is in use. */
function OlderSettings({ disabled, now }: { disabled: boolean; now: NowOf }): ReactNode {
  const { t } = useTranslation();
  const { values, setFieldValue } = useFormikContext<FuelSettings>();
  const { threshold } = values;
  const [unfolded, setOpen] = useState(threshold !== null);
  // What is wrong is not folded away.
  const isWrong = useFormField('threshold', '').error !== undefined;
  const open = unfolded || isWrong;
  return (
    <section className="detection-older">
      <Button
        size="compact"
        variant="quiet"
        aria-expanded={open}
        icon={<ExpandIcon className="detection-chevron" aria-hidden="true" />}
        onPress={() => setOpen(!open)}>
        {t('detection.sections.older')}
      </Button>
      {open && (
        <div className="setting-grid">
          <div className="setting setting-switch">
            <Checkbox
              selected={threshold !== null && threshold.enable}
              disabled={disabled}
              onChange={(on) =>
                void setFieldValue(
                  'threshold',
                  on ? { ...fuelThresholdSchema.getDefault(), ...threshold, enable: true } : null,
                )
              }>
              {t('detection.threshold.enable.label')}
            </Checkbox>
            <p className="field-hint">{t('detection.threshold.enable.hint')}</p>
          </div>
          {threshold?.enable && (
            <>
              <Setting
                name="threshold.min_threshold"
                of="threshold"
                now={now}
                bounds={DETECTION.fuelLevel}
                measure="l"
                disabled={disabled}
              />
              <Setting
                name="threshold.max_threshold"
                of="threshold"
                now={now}
                bounds={DETECTION.fuelLevel}
                measure="l"
                disabled={disabled}
              />
            </>
          )}
        </div>
      )}
    </section>
  );
}
