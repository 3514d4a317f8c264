import { useFormikContext } from 'formik';
import { useState, type ReactNode } from 'react';
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
import type { Present } from './present/usePresent.ts';
import { Settings, SwitchSetting, type SettingsProps } from './Setting.tsx';
import type { DetectionSettings } from './settings.ts';
import { FuelTuning } from './tuning/FuelTuning.tsx';
import { useDetection } from './useDetection.ts';

/** When fuel was stolen or filled, with the past to try it on. */
export function FuelForm(props: DetectionFormProps): ReactNode {
  const { saved, day, present } = useDetection(props);
  return (
    <DetectionForm<FuelSettings>
      {...props}
      part="fuel"
      schema={fuelSettingsSchema}
      saved={saved.fuel}
      defaults={DEFAULT_FUEL}
      toWire={(fuel) => ({ fuel })}
      fields={(mayChange) => <Fields disabled={!mayChange} present={present} saved={saved} />}
      tuning={<FuelTuning day={day} saved={saved} />}
    />
  );
}

const THEFT: SettingsProps['list'] = [
  { name: 'theft.min_theft', bounds: DETECTION.fuelVolume, measure: 'l' },
  { name: 'theft.observe_time', bounds: DETECTION.fuelObserveTime, measure: 's', whole: true },
  { name: 'theft.km_per_liter', bounds: DETECTION.kilometresPerLitre, measure: 'kmPerLitre' },
  { name: 'theft.hour_per_liter', bounds: DETECTION.hoursPerLitre, measure: 'hoursPerLitre' },
];

const REFILL: SettingsProps['list'] = [
  { name: 'refill.min_refill', bounds: DETECTION.fuelVolume, measure: 'l' },
  { name: 'refill.observe_time', bounds: DETECTION.fuelObserveTime, measure: 's', whole: true },
  { name: 'refill.min_change', bounds: DETECTION.fuelChange, measure: 'l' },
];

const LEVELS: SettingsProps['list'] = [
  { name: 'threshold.min_threshold', bounds: DETECTION.fuelLevel, measure: 'l' },
  { name: 'threshold.max_threshold', bounds: DETECTION.fuelLevel, measure: 'l' },
];

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
          <Settings list={THEFT} of="theft" now={now.lines} disabled={disabled || !theft.enable} />
        </div>
      </Panel>
      <Panel title={t('detection.sections.refill')}>
        <div className="setting-grid">
          <SwitchSetting name="refill.enable" of="refill" disabled={disabled} />
          <Settings list={REFILL} of="refill" now={now.lines} disabled={disabled || !refill.enable} />
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
  // Faulty settings are not folded away.
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
          {threshold?.enable && <Settings list={LEVELS} of="threshold" now={now} disabled={disabled} />}
        </div>
      )}
    </section>
  );
}
