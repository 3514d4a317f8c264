import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { DETECTION } from '../../../domain/base/index.ts';
import { DEFAULT_TRIP_DETECTOR, TRIP_SOURCES, type TripDetectorSettings } from '../../../domain/detection/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Panel } from '../../../ui/index.ts';
import { FormSelect, useFormField } from '../../../ui/forms/index.ts';
import { DetectionForm, type DetectionFormProps } from './DetectionForm.tsx';
import { LastReport, NowLine } from './present/NowLine.tsx';
import type { Present } from './present/usePresent.ts';
import { useTripNow } from './present/useTripNow.ts';
import { Settings, SwitchSetting, type SettingsProps } from './Setting.tsx';
import { tripFormSchema, type DetectionSettings } from './settings.ts';
import { TripTuning } from './tuning/TripTuning.tsx';
import { useDetection } from './useDetection.ts';
import type { TuningDay } from './tuning/useTuningDay.ts';
import { useWarnings } from './useWarnings.ts';

/** When a unit is on the way and when it is stopped, with the past to try it on. */
export function TripDetectorForm(props: DetectionFormProps): ReactNode {
  const { saved, day, present } = useDetection(props);
  return (
    <DetectionForm<TripDetectorSettings>
      {...props}
      part="trip_detector"
      schema={tripFormSchema}
      saved={saved.trips}
      defaults={DEFAULT_TRIP_DETECTOR}
      toWire={(trip_detector) => ({ trip_detector })}
      fields={(mayChange) => <Fields disabled={!mayChange} day={day} present={present} saved={saved} />}
      tuning={<TripTuning day={day} saved={saved} />}
    />
  );
}

/** Sources that read the GPS clause: a sensor says that the unit moves, and the position must agree. */
const BY_SENSOR: readonly string[] = ['ignition', 'odometer', 'relative_odometer'];

/** When a unit moves. */
const MOVING: SettingsProps['list'] = [
  { name: 'min_m_speed', bounds: DETECTION.movingSpeed, measure: 'kmh' },
  { name: 'min_satellites', bounds: DETECTION.satellites, whole: true },
];

/** What a trip must reach, and what ends one. */
const THRESHOLDS: SettingsProps['list'] = [
  { name: 'min_park_time', bounds: DETECTION.parkTime, measure: 's', whole: true },
  { name: 'min_trip_time', bounds: DETECTION.tripTime, measure: 's', whole: true },
  { name: 'min_trip_dist', bounds: DETECTION.tripDistance, measure: 'm' },
  { name: 'max_intrl_in_msgs', bounds: DETECTION.messageInterval, measure: 's', whole: true },
  { name: 'max_dist_in_msgs', bounds: DETECTION.messageDistance, measure: 'm' },
];

/** Who drives: by the keys in reports, whatever finds the trips. */
const DRIVER: SettingsProps['list'] = [
  { name: 'driver_release', bounds: DETECTION.driverRelease, measure: 's', whole: true },
];

interface FieldsProps {
  disabled: boolean;
  day: TuningDay;
  present: Present;
  saved: DetectionSettings;
}

function Fields({ disabled, day, present, saved }: FieldsProps): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<TripDetectorSettings>();
  const warnings = useWarnings(day);
  const now = useTripNow(present, saved.filters);
  const source = useFormField<string>('m_source', t('detection.trip.m_source.label'));
  const off = disabled || values.m_source === 'off';
  return (
    <>
      <LastReport present={present} />
      <Panel title={t('detection.sections.source')}>
        <div className="setting-grid">
          <div className="setting setting-wide">
            <FormSelect
              name="m_source"
              label={t('detection.trip.m_source.label')}
              hint={t(`detection.sourceMeans.${source.value}`)}
              disabled={disabled}
              options={TRIP_SOURCES.map((value) => ({ value, label: t(`detection.sources.${value}`) }))}
            />
            <NowLine now={now.m_source} />
            {warnings.m_source !== undefined && <p className="setting-warning">{warnings.m_source}</p>}
          </div>
          {values.m_source === 'off' ? null : (
            <>
              <Settings list={MOVING} of="trip" now={now} disabled={off} warnings={warnings} />
              {BY_SENSOR.includes(values.m_source) && <SwitchSetting name="gps_correct" of="trip" disabled={off} />}
            </>
          )}
        </div>
      </Panel>
      {values.m_source === 'off' ? null : (
        <Panel title={t('detection.sections.bounds')}>
          <div className="setting-grid">
            <Settings list={THRESHOLDS} of="trip" now={now} disabled={off} warnings={warnings} />
          </div>
        </Panel>
      )}
      <Panel title={t('detection.sections.driver')}>
        <div className="setting-grid">
          <Settings list={DRIVER} of="trip" now={now} disabled={disabled} warnings={warnings} />
        </div>
      </Panel>
    </>
  );
}
