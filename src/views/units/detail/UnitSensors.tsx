import { useMemo, type ReactNode } from 'react';
import { fromIso, type Instant } from '../../../domain/base/index.ts';
import { ATTRIBUTES, type Position } from '../../../domain/telemetry/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Skeleton } from '../../../ui/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useSensorText } from '../../shared/sensors/index.ts';
import { Fact } from '../../shared/Fact.tsx';
import { RecordedSensors } from './RecordedSensors.tsx';
import { SensorFact } from './SensorFact.tsx';
import { sensorReadings } from './sensorReadings.ts';
import { useReports } from './useReports.ts';

/**
 * The visible sensors of a unit: while live on its latest report, with what else that carried; else at the shown
 * instant.
 */
export function UnitSensors({ unitId, live, instant }: { unitId: number; live: boolean; instant: Instant }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { value, problem } = useAnswer('getUnit', { unit_id: unitId }, ['unit', 'device']);
  const { latest, previous } = useReports(unitId);
  const readings = useMemo(
    () =>
      value === null || latest === null
        ? []
        : sensorReadings(value.devices, latest, previous, ({ visible }) => visible),
    [value, latest, previous],
  );
  const hasSensors = value?.devices.some(({ sensors }) => sensors.some(({ visible }) => visible)) ?? false;
  return (
    <section className="unit-section" aria-label={t('unitModes.card.sensors')}>
      <h3>{t('unitModes.card.sensors')}</h3>
      {problem !== null && <ProblemBanner problem={problem} />}
      {value === null && problem === null && <Skeleton height="3em" />}
      {value !== null && !hasSensors && <p className="unit-detail-note">{t('unitModes.card.noSensors')}</p>}
      {!live && hasSensors && value !== null && (
        <RecordedSensors unitId={unitId} devices={value.devices} instant={instant} />
      )}
      {live && readings.length > 0 && (
        <dl className="facts">
          {readings.map((reading) => (
            <SensorFact
              key={reading.sensor.sensor_id}
              reading={reading}
              age={
                latest !== null && reading.said < fromIso(latest.time)
                  ? t('units.detail.asOf', { time: formats.time(reading.said) })
                  : null
              }
            />
          ))}
        </dl>
      )}
      {live && latest !== null && <Attributes position={latest} />}
    </section>
  );
}

const isKnown = (name: string): name is keyof typeof ATTRIBUTES => Object.hasOwn(ATTRIBUTES, name);

/** What the latest report carried, the known values by name. */
function Attributes({ position }: { position: Position }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const text = useSensorText();
  const entries = Object.entries(position.attributes);
  return (
    <details className="unit-attributes">
      <summary>{t('units.detail.attributes')}</summary>
      {entries.length === 0 && <p className="unit-detail-note">{t('units.detail.noAttributes')}</p>}
      <dl className="facts">
        {position.satellites !== null && (
          <Fact label={t('units.detail.satellites')}>
            <span className="figures">{formats.number(position.satellites)}</span>
          </Fact>
        )}
        <Fact label={t('units.detail.protocol')}>{position.protocol}</Fact>
        {entries.map(([name, value]) => (
          <Fact key={name} label={isKnown(name) ? t(`units.attributes.${name}`) : name}>
            <bdi className="figures">{text.plain(value)}</bdi>
            {isKnown(name) && ATTRIBUTES[name].unit !== '' ? ` ${ATTRIBUTES[name].unit}` : ''}
          </Fact>
        ))}
      </dl>
    </details>
  );
}
