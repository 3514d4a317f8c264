import { useMemo, type ReactNode } from 'react';
import { fromIso } from '../../../domain/base/index.ts';
import { ATTRIBUTES, type Position } from '../../../domain/telemetry/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Skeleton } from '../../../ui/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useSensorText } from '../../shared/sensors/index.ts';
import { Fact } from '../../shared/Fact.tsx';
import { sensorReadings, type SensorReading } from './sensorReadings.ts';
import { useReports } from './useReports.ts';

/** The visible sensors of a unit on its latest report, and what else the report carried. */
export function UnitSensors({ unitId, live }: { unitId: number; live: boolean }): ReactNode {
  const { t } = useTranslation();
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
      {!live && <p className="unit-detail-note">{t('unitModes.card.live')}</p>}
      {value !== null && !hasSensors && <p className="unit-detail-note">{t('unitModes.card.noSensors')}</p>}
      {live && readings.length > 0 && (
        <dl className="facts">
          {readings.map((reading) => (
            <Reading
              key={reading.sensor.sensor_id}
              reading={reading}
              isKept={latest !== null && reading.said < fromIso(latest.time)}
            />
          ))}
        </dl>
      )}
      {live && latest !== null && <Attributes position={latest} />}
    </section>
  );
}

/** A sensor: what was sent, and what it means; and when it was, where the latest report does not say it. */
function Reading({
  reading: { sensor, raw, value, reason, said },
  isKept,
}: {
  reading: SensorReading;
  isKept: boolean;
}): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const text = useSensorText();
  return (
    <Fact label={sensor.name}>
      {raw !== null && raw !== value && (
        <bdi dir="ltr" className="figures dim reading-raw" title={t('unitModes.card.raw')}>
          {text.plain(raw)}
          <span aria-hidden="true"> →</span>
        </bdi>
      )}
      {value === null ? (
        <span className="dim" title={reason === null ? undefined : t(`sensorNoValue.${reason}`)}>
          {t('unitModes.card.noValue')}
        </span>
      ) : (
        <bdi className="figures">{text.value(sensor, value)}</bdi>
      )}
      {value !== null && isKept && (
        <span className="dim reading-said">{t('units.detail.asOf', { time: formats.time(said) })}</span>
      )}
    </Fact>
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
