import { useFormikContext } from 'formik';
import { useMemo, type ReactNode } from 'react';
import type { DeviceDetails } from '../../../domain/device/index.ts';
import {
  SensorSet,
  explain,
  sensorType,
  type ExplanationStep,
  type Sensor,
  type SensorDefinition,
  type SensorMessage,
} from '../../../domain/sensor/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { BackIcon, Button, ForwardIcon, IconButton, Panel, Skeleton } from '../../../ui/index.ts';
import { useReadings } from '../../shared/unit/useReadings.ts';
import { UnstoredNote } from '../UnstoredNote.tsx';
import type { DeviceMessages } from '../useMessages.ts';
import { draftSensor, type SensorValues } from './sensorValues.ts';
import { SmallChart } from './SmallChart.tsx';

/** How far back a person may look when the last day holds nothing. */
const FURTHER_DAYS = 31;

export interface SensorPreviewProps {
  others: readonly Sensor[];
  messages: DeviceMessages;
  device: DeviceDetails;
  /** Which message is looked at, 0 for the last one. */
  place: number;
  onPlace: (place: number) => void;
}

/** What the sensor, as it is typed, makes of the device's last messages: step by step for one, as a line for all. */
export function SensorPreview({ device, others, messages, place, onPlace }: SensorPreviewProps): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<SensorValues>();
  const sensor = draftSensor(values);
  const list = messages.messages;
  return (
    <Panel
      title={t('sensors.preview')}
      className="sensor-preview"
      actions={
        <Button size="compact" variant="quiet" onPress={messages.reload}>
          {t('sensors.refresh')}
        </Button>
      }>
      {messages.stored === false && <UnstoredNote device={device} />}
      {list === null ? (
        <Skeleton height="120px" />
      ) : list.length === 0 && messages.stored === false ? (
        <p>{t('messages.waiting')}</p>
      ) : list.length === 0 ? (
        <div className="sensor-none">
          <p className="dim">{t('sensors.noMessages', { count: messages.days })}</p>
          {messages.days < FURTHER_DAYS && (
            <Button size="compact" onPress={() => messages.lookBack(FURTHER_DAYS)}>
              {t('sensors.lookBack', { count: FURTHER_DAYS })}
            </Button>
          )}
        </div>
      ) : (
        <div className="sensor-seen">
          <MessageChoice message={list[place]} at={place} count={list.length} onChange={onPlace} />
          {sensor === null ? (
            <p className="dim">{t('sensors.unfinished')}</p>
          ) : (
            <Steps sensor={sensor} others={others} message={list[place]} previous={list[place + 1] ?? null} />
          )}
          {sensor?.data_type === 'number' && <Series sensor={sensor} others={others} list={list} place={place} />}
        </div>
      )}
    </Panel>
  );
}

function MessageChoice({
  message,
  at,
  count,
  onChange,
}: {
  message: SensorMessage;
  at: number;
  count: number;
  onChange: (at: number) => void;
}): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className="sensor-message">
      <IconButton
        size="compact"
        label={t('sensors.older')}
        isDisabled={at >= count - 1}
        icon={<BackIcon aria-hidden="true" className="icon-mirrored" />}
        onPress={() => onChange(at + 1)}
      />
      <span className="figures">{formats.dateTime(message.time)}</span>
      <IconButton
        size="compact"
        label={t('sensors.newer')}
        isDisabled={at === 0}
        icon={<ForwardIcon aria-hidden="true" className="icon-mirrored" />}
        onPress={() => onChange(at - 1)}
      />
      <span className="dim">{t('sensors.messageOf', { number: at + 1, count })}</span>
    </div>
  );
}

/** From the raw value to the sensor's, in words. */
function Steps({
  sensor,
  others,
  message,
  previous,
}: {
  sensor: SensorDefinition;
  others: readonly Sensor[];
  message: SensorMessage;
  previous: SensorMessage | null;
}): ReactNode {
  const { t } = useTranslation();
  const readings = useReadings();
  const found = useMemo(() => explain(sensor, others, message, previous), [sensor, others, message, previous]);
  const { measure } = sensorType(sensor.type);
  return (
    <>
      <output className="sensor-value figures">{readings.value(found.value, measure)}</output>
      {found.reason !== null && <p className="expression-problem">{t(`sensorNoValue.${found.reason}`)}</p>}
      <ol className="sensor-steps">
        {found.steps.map((step) => (
          <StepLine key={step.step} step={step} />
        ))}
      </ol>
    </>
  );
}

function StepLine({ step }: { step: ExplanationStep }): ReactNode {
  const { t } = useTranslation();
  const readings = useReadings();
  const shown = (value: number | string | boolean | null): string => (value === null ? '–' : readings.plain(value));
  switch (step.step) {
    case 'raw':
      return (
        <li>
          <span>{t('sensors.steps.raw')}</span>{' '}
          <b className="figures">
            <bdi>{shown(step.value)}</bdi>
          </b>
          {step.parts.length > 0 && (
            <span className="dim sensor-parts">
              {step.parts.map((part) => (
                <bdi key={`${part.kind}${part.name}`} dir="ltr" className="sensor-code">
                  {part.kind === 'sensor' ? `[${part.name}]` : `${part.previous ? '#' : ''}${part.name}`} ={' '}
                  {shown(part.value)}
                </bdi>
              ))}
            </span>
          )}
        </li>
      );
    case 'multiplied':
      return (
        <li>
          <span>{t('sensors.steps.multiplied')}</span> <b className="figures">{shown(step.value)}</b>
        </li>
      );
    case 'xy':
      return (
        <li>
          <span>
            {t(
              step.beyond === null
                ? 'sensors.steps.xy'
                : step.clamped
                  ? 'sensors.steps.clamped'
                  : 'sensors.steps.beyond',
              { row: step.row + 1, next: step.row + 2 },
            )}
          </span>{' '}
          <b className="figures">{shown(step.value)}</b>
        </li>
      );
    case 'range':
      return (
        <li>
          <span>
            {t(step.row === null ? 'sensors.steps.noRange' : 'sensors.steps.range', { row: (step.row ?? 0) + 1 })}
          </span>{' '}
          <b>
            <bdi>{shown(step.value)}</bdi>
          </b>
        </li>
      );
    case 'digital':
      return (
        <li>
          <span>{t('sensors.steps.digital')}</span> <b>{shown(step.value)}</b>
        </li>
      );
    case 'bounds':
      return (
        <li>
          <span>{t('sensors.steps.bounds')}</span> <b>{t(`sensors.verdicts.${step.verdict}`)}</b>
        </li>
      );
  }
}

/** The sensor over the last messages, oldest first. */
function Series({
  sensor,
  others,
  list,
  place,
}: {
  sensor: SensorDefinition;
  others: readonly Sensor[];
  list: readonly SensorMessage[];
  place: number;
}): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const points = useMemo(() => {
    const set = SensorSet.compile([sensor, ...others]);
    return list
      .toReversed()
      .map((message, index, all) => ({ x: message.time, y: set.evaluate(message, all[index - 1] ?? null).number(0) }));
  }, [sensor, others, list]);
  return (
    <SmallChart
      label={t('sensors.series', { count: points.length })}
      points={points}
      current={points[points.length - 1 - place]}
      measure={sensorType(sensor.type).measure}
      ends={[formats.time(points[0].x), formats.time(points[points.length - 1].x)]}
    />
  );
}
