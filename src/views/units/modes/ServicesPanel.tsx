import { useState, type ReactNode } from 'react';
import { fromIso } from '../../../domain/base/index.ts';
import type { SensorType } from '../../../domain/sensor/index.ts';
import type { UnitDetails } from '../../../domain/unit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { SERVICE_SITE } from '../../../domain/maintenance/registry.ts';
import { EmptyState, Link, LinkButton, ServiceIcon, Skeleton } from '../../../ui/index.ts';
import { Answered } from '../../shared/AnswerView.tsx';
import { ServiceLine } from '../../shared/maintenance/index.ts';
import { useSession } from '../../shared/services/session.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { useSensorText } from '../../shared/sensors/index.ts';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { sensorReadings } from '../detail/sensorReadings.ts';
import { useReports } from '../detail/useReports.ts';
import { Fact } from '../../shared/Fact.tsx';
import { ModeList } from './ModeFrame.tsx';

/** Sensors that count what maintenance goes by. */
const COUNTERS: readonly SensorType[] = [
  'mileage',
  'relative_odometer',
  'engine_hours',
  'relative_engine_hours',
  'fuel_used',
];

/** What maintenance of a unit goes by: its counters, and the reminders that count towards something. */
export function ServicesPanel({ unitId }: { unitId: number }): ReactNode {
  const { t } = useTranslation();
  const answer = useAnswer('getUnit', { unit_id: unitId }, ['unit', 'device']);
  return (
    <ModeList answer={answer} failed={t('unitModes.services.failed')} isEmpty={() => false} emptyTitle="" emptyLead="">
      {(unit) => (
        <>
          <Counters key={unit.unit_id} unit={unit} />
          <section className="mode-section" aria-label={t('unitModes.services.reminders')}>
            <h3>{t('unitModes.services.reminders')}</h3>
            <Reminders unit={unit} />
          </section>
        </>
      )}
    </ModeList>
  );
}

/** More of one unit are in the list. */
const SHOWN = 50;

/** What the unit needs, and how that stands; the nearest first. */
function Reminders({ unit }: { unit: UnitDetails }): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const mayRead = can({ resource: 'service_reminders', action: 'r' });
  const answer = useAnswer(
    'getServiceReminderList',
    mayRead ? { limit: SHOWN, sort: '-state', filters: { unit_id: unit.unit_id } } : null,
    ['service_reminder'],
  );
  const add = can({ resource: 'service_reminders', action: 'a' }) && (
    <LinkButton href={`${SERVICE_SITE.paths.create}?unit=${unit.unit_id}`}>{t('service_reminders.add')}</LinkButton>
  );
  if (!mayRead) return <p className="mode-hint">{t('unitModes.services.noRight')}</p>;
  return (
    <Answered answer={answer} waiting={<Skeleton height="6rem" />}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState title={t('unitModes.services.noReminders')} icon={<ServiceIcon />} action={add}>
            {t('unitModes.services.noRemindersLead')}
          </EmptyState>
        ) : (
          <>
            <ul className="service-lines">
              {rows.map((reminder) => (
                <ServiceLine key={reminder.service_reminder_id} reminder={reminder} />
              ))}
            </ul>
            {add}
          </>
        )
      }
    </Answered>
  );
}

function Counters({ unit }: { unit: UnitDetails }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const text = useSensorText();
  const mayIn = useMayIn();
  const { latest, previous } = useReports(unit.unit_id);
  // The last report is asked for once: a unit that rests sends none while one looks.
  const [asked] = useState({ unit_ids: [unit.unit_id] });
  const last = useAnswer('getLastPositions', asked);
  const position = latest ?? last.value?.positions[0] ?? null;
  const sensors = unit.devices.flatMap((device) => device.sensors).filter(({ type }) => COUNTERS.includes(type));
  const mayAdd = sensors.length === 0 && mayIn(unit, { resource: 'devices', action: 'u' });
  const values = new Map(
    position === null
      ? []
      : sensorReadings(unit.devices, position, previous, ({ type }) => COUNTERS.includes(type)).map(
          (reading) => [reading.sensor.sensor_id, reading.value] as const,
        ),
  );
  return (
    <section className="mode-section" aria-label={t('unitModes.services.label')}>
      <h3>{t('unitModes.services.label')}</h3>
      {sensors.length === 0 ? (
        <p className="mode-hint">
          {t('unitModes.services.none')} {mayAdd && t('unitModes.services.noneAdd')}
        </p>
      ) : (
        <dl className="facts">
          {sensors.map((sensor) => {
            const value = values.get(sensor.sensor_id) ?? null;
            return (
              <Fact key={sensor.sensor_id} label={sensor.name}>
                {value === null ? (
                  <span className="dim">{t('unitModes.services.notReported')}</span>
                ) : (
                  <bdi className="figures">{text.value(sensor, value)}</bdi>
                )}
              </Fact>
            );
          })}
        </dl>
      )}
      {sensors.length > 0 && position !== null && (
        <p className="mode-hint">{t('units.detail.asOf', { time: formats.preciseTime(fromIso(position.time)) })}</p>
      )}
      {mayAdd &&
        unit.devices.map((device) => (
          <p key={device.device_id}>
            <Link href={`/device/${device.device_id}?tab=sensors`}>
              {t('unitModes.services.addSensor', { device: device.name })}
            </Link>
          </p>
        ))}
    </section>
  );
}
