import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Fact } from '../../shared/Fact.tsx';
import { useSensorText } from '../../shared/sensors/index.ts';
import type { SensorReading } from './sensorReadings.ts';

/** A sensor: what was sent, what it means, and how old that is, where that is to be said. */
export function SensorFact({
  reading: { sensor, raw, value, reason },
  age,
}: {
  reading: SensorReading;
  age: string | null;
}): ReactNode {
  const { t } = useTranslation();
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
      {value !== null && age !== null && <span className="dim reading-said">{age}</span>}
    </Fact>
  );
}
