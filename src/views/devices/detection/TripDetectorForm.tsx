import { useFormikContext } from 'formik';
import { useMemo, type ReactNode } from 'react';
import { DETECTION } from '../../../domain/base/index.ts';
import { DEFAULT_TRIP_DETECTOR, TRIP_SOURCES, type TripDetectorSettings } from '../../../domain/detection/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Panel } from '../../../ui/index.ts';
import { FormSelect, useFormField } from '../../../ui/forms/index.ts';
import { DetectionForm, type DetectionFormProps } from './DetectionForm.tsx';
import { LastReport, NowLine } from './present/NowLine.tsx';
import { usePresent, type Present } from './present/usePresent.ts';
import { useTripNow } from './present/useTripNow.ts';
import { Setting, SwitchSetting } from './Setting.tsx';
import { settingsOf, tripFormSchema, type DetectionSettings } from './settings.ts';
import { TripTuning } from './tuning/TripTuning.tsx';
import { useTuningDay, type TuningDay } from './tuning/useTuningDay.ts';
import { useWarnings } from './useWarnings.ts';

/** When a unit is on the way and when it stands, with the past to try it on. */
export function TripDetectorForm(props: DetectionFormProps): ReactNode {
  const { device, unitId } = props;
  const settings = useMemo(() => settingsOf(device), [device]);
  const day = useTuningDay(unitId, device.device_id);
  const present = usePresent(device.device_id, unitId);
  return (
    <DetectionForm<TripDetectorSettings>
      {...props}
      part="trip_detector"
      schema={tripFormSchema}
      saved={settings.trips}
      defaults={DEFAULT_TRIP_DETECTOR}
      toWire={(trip_detector) => ({ trip_detector })}
      fields={(mayChange) => <Fields disabled={!mayChange} day={day} present={present} saved={settings} />}
      tuning={<TripTuning day={day} saved={settings} />}
    />
  );
}

/** Sources that read the GPS clause: a sensor says that the unit moves, and the position must agree. */
const BY_SENSOR: readonly string[] = ['ignition', 'odometer', 'relative_odometer'];

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
              <Setting
                name="min_m_speed"
                of="trip"
                now={now}
                bounds={DETECTION.movingSpeed}
                measure="kmh"
                disabled={off}
                warning={warnings.min_m_speed}
              />
              <Setting
                name="min_satellites"
                of="trip"
                now={now}
                bounds={DETECTION.satellites}
                whole
                disabled={off}
                warning={warnings.min_satellites}
              />
              {BY_SENSOR.includes(values.m_source) && <SwitchSetting name="gps_correct" of="trip" disabled={off} />}
            </>
          )}
        </div>
      </Panel>
      {values.m_source === 'off' ? null : (
        <Panel title={t('detection.sections.bounds')}>
          <div className="setting-grid">
            <Setting
              name="min_park_time"
              of="trip"
              now={now}
              bounds={DETECTION.parkTime}
              measure="s"
              whole
              disabled={off}
              warning={warnings.min_park_time}
            />
            <Setting
              name="min_trip_time"
              of="trip"
              now={now}
              bounds={DETECTION.tripTime}
              measure="s"
              whole
              disabled={off}
              warning={warnings.min_trip_time}
            />
            <Setting
              name="min_trip_dist"
              of="trip"
              now={now}
              bounds={DETECTION.tripDistance}
              measure="m"
              disabled={off}
              warning={warnings.min_trip_dist}
            />
            <Setting
              name="max_intrl_in_msgs"
              of="trip"
              now={now}
              bounds={DETECTION.messageInterval}
              measure="s"
              whole
              disabled={off}
              warning={warnings.max_intrl_in_msgs}
            />
            <Setting
              name="max_dist_in_msgs"
              of="trip"
              now={now}
              bounds={DETECTION.messageDistance}
              measure="m"
              disabled={off}
              warning={warnings.max_dist_in_msgs}
            />
          </div>
        </Panel>
      )}
    </>
  );
}
