import { useMemo, type ReactNode } from 'react';
import { DAY, PAGE, toIso } from '../../../domain/base/index.ts';
import type { DeviceDetails } from '../../../domain/device/index.ts';
import { SensorSet, positionMessage, sensorType, type Sensor, type SensorValue } from '../../../domain/sensor/index.ts';
import { MESSAGE_PAGE_KEY, keyAfter, keyBefore, readPageKey, type Position } from '../../../domain/telemetry/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Badge, Button, EmptyState, RetryIcon, SensorIcon } from '../../../ui/index.ts';
import { Unanswered } from '../../shared/AnswerView.tsx';
import { useAnswer, useCalls } from '../../shared/services/calls.ts';
import { ListExport, type RowReader } from '../../shared/list/ListExport.tsx';
import { readEveryPage } from '../../shared/list/readEveryPage.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { PageBar } from '../../shared/list/ServerListParts.tsx';
import { readListQuery, writeListQuery, type ListDefaults, type ListQuery } from '../../shared/list/serverListState.ts';
import { WaitingRows } from '../../shared/list/ServerListTable.tsx';
import { useNotify } from '../../shared/services/toasts.ts';
import { useNow } from '../../shared/time/useNow.ts';
import { useReadings } from '../../shared/unit/useReadings.ts';
import { useReloading } from '../../shared/services/useReloading.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { UnknownMessages } from '../unknown/UnknownMessages.tsx';
import { UnstoredNote } from '../UnstoredNote.tsx';
import { FRESHNESS } from '../useMessages.ts';
import { IntervalChoice } from './IntervalChoice.tsx';
import { readInterval } from './interval.ts';
import '../../shared/list/serverList.css';
import './messages.css';

const DEFAULTS: ListDefaults = { sort: '', limit: PAGE.defaultLimit, filters: ['from', 'to', ...MESSAGE_PAGE_KEY] };

/** One message with what the device's sensors make of it. */
interface MessageRow {
  readonly position: Position;
  readonly values: readonly SensorValue[];
}

/**
 * Messages as they were stored, or the last reports of a device in no unit as they come; newest first, with the
 * computed values beside the raw ones.
 */
export function MessagesTab({ device }: { device: DeviceDetails }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const { query: address, replaceQuery } = useScreenPath();
  const query = readListQuery(address, DEFAULTS);
  const ask = (change: Partial<ListQuery>): void => replaceQuery(writeListQuery(address, DEFAULTS, change));
  const chosen = { from: query.filters.from ?? '', to: query.filters.to ?? '' };
  const interval = readInterval(query.filters.from, query.filters.to, now, formats.settings.timeZone);
  const data = { device_id: device.device_id, from: toIso(interval.from), to: toIso(interval.to) };
  const answer = useAnswer('getDeviceMessages', { ...data, ...readPageKey(query.filters), limit: query.limit });
  const sensors = useAnswer('getSensors', { device_id: device.device_id }, ['device']).value?.sensors ?? NO_SENSORS;
  const { value, problem } = answer;
  /** What its unit reported before came of other devices. */
  const mountedAt = Date.parse(value?.mounted_at ?? '');
  const isPassing = value?.stored === false;
  useReloading(answer.reload, isPassing ? FRESHNESS : null);
  const rows = useMemo(() => computed(value?.rows ?? [], sensors), [value, sensors]);
  const everyRow = useEveryMessage(data, sensors);
  return (
    <section className="server-list" aria-label={t('devices.tabs.messages')} aria-busy={answer.loading}>
      <div className="server-list-tools message-tools">
        <IntervalChoice interval={interval} chosen={query.filters} onChange={(filters) => ask({ filters })} />
        <output className="server-list-count">
          {value === null ? '' : t('messages.count', { count: value.total })}
        </output>
        <Button variant="quiet" icon={<RetryIcon aria-hidden="true" />} onPress={answer.reload}>
          {t('sensors.refresh')}
        </Button>
        <ListExport
          id={`messages-${device.unique_identifier}`}
          columns={useExportColumns(sensors)}
          rows={everyRow}
          isDisabled={rows.length === 0}
        />
      </div>
      <UnknownMessages device={device} />
      {isPassing && <UnstoredNote device={device} />}
      {mountedAt > interval.from && (
        <p className="dim">{t('messages.mounted', { unit: device.unit_name, time: formats.dateTime(mountedAt) })}</p>
      )}
      {value?.others !== undefined && (
        <p className="dim">{t('messages.others', { unit: device.unit_name || '–', count: value.others })}</p>
      )}
      {value?.left_out && <p className="dim">{t('messages.leftOut')}</p>}
      {problem !== null && value !== null && (
        <ProblemBanner problem={problem} action={<Button onPress={answer.reload}>{t('common.retry')}</Button>} />
      )}
      {value === null ? (
        <Unanswered answer={answer}>
          <WaitingRows />
        </Unanswered>
      ) : rows.length === 0 ? (
        <EmptyState title={t('messages.emptyTitle')} icon={<SensorIcon />}>
          {t(isPassing ? 'messages.waiting' : 'messages.emptyLead')}
        </EmptyState>
      ) : (
        <MessageTable rows={rows} sensors={sensors} />
      )}
      {value !== null && (
        <PageBar
          first={value.newer + 1}
          shown={value.rows.length}
          total={value.total}
          limit={query.limit}
          onLimit={(limit) => ask({ limit })}
          onPrevious={value.newer === 0 ? null : () => ask({ filters: { ...chosen, ...keyAfter(value, query.limit) } })}
          onNext={
            value.newer + value.rows.length >= value.total
              ? null
              : () => ask({ filters: { ...chosen, ...keyBefore(value.rows) } })
          }
        />
      )}
    </section>
  );
}

const NO_SENSORS: readonly Sensor[] = [];

/** Each message with its values; the one before it is the next of the page, for expressions that look back. */
function computed(positions: readonly Position[], sensors: readonly Sensor[]): MessageRow[] {
  const set = SensorSet.compile(sensors);
  const messages = positions.map(positionMessage);
  return positions.map((position, index) => ({
    position,
    values: set.evaluate(messages[index], messages[index + 1] ?? null).values(),
  }));
}

function MessageTable({ rows, sensors }: { rows: readonly MessageRow[]; sensors: readonly Sensor[] }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const readings = useReadings();
  return (
    <div className="server-list-scroll">
      <table className="server-table message-table" aria-label={t('devices.tabs.messages')}>
        <thead>
          <tr>
            {(['time', 'position', 'computed', 'raw'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`messages.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ position, values }, index) => (
            // One device may send twice in a millisecond; a message has no name of its own.
            <tr key={`${position.time}.${index}`}>
              <th scope="row" className="figures message-time">
                {formats.preciseTime(Date.parse(position.time))}
                <Corrected position={position} />
                <span className="cell-note">
                  {t('messages.receivedAt', { time: formats.preciseTime(Date.parse(position.received_at)) })}
                </span>
              </th>
              <td data-label={t('messages.position')} className="figures">
                <Place position={position} />
              </td>
              <td data-label={t('messages.computed')}>
                <dl className="message-values">
                  {sensors.map((sensor, place) => (
                    <div key={sensor.sensor_id}>
                      <dt>
                        <bdi>{sensor.name}</bdi>
                      </dt>
                      <dd className="figures">
                        <bdi>{readings.value(values[place] ?? null, sensorType(sensor.type).measure)}</bdi>
                      </dd>
                    </div>
                  ))}
                </dl>
              </td>
              <td data-label={t('messages.raw')}>
                <dl className="message-values message-raw" dir="ltr">
                  {Object.entries(position.attributes).map(([name, value]) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>{String(value)}</dd>
                    </div>
                  ))}
                </dl>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Place({ position }: { position: Position }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <span>
      <bdi dir="ltr">{formats.coordinates(position.latitude, position.longitude)}</bdi>
      <span className="cell-note">
        {formats.speed(position.speed)}
        {position.satellites !== null && ` · ${t('messages.satellites', { count: position.satellites })}`}{' '}
        {!position.valid && <Badge tone="caution">{t('messages.invalid')}</Badge>}
      </span>
    </span>
  );
}

/** The date that the device itself sent, where the server put it right. */
function Corrected({ position }: { position: Position }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const weeks = position.attributes.week_rollover;
  if (typeof weeks !== 'number') return null;
  const sent = Date.parse(position.time) - weeks * 7 * DAY;
  return (
    <span className="cell-note message-corrected">
      <Badge tone="caution">{t('messages.corrected')}</Badge>{' '}
      {t('messages.correctedLead', { time: formats.preciseTime(sent) })}
    </span>
  );
}

function useExportColumns(
  sensors: readonly Sensor[],
): readonly { header: string; text: (row: MessageRow) => string }[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const of =
    (read: (position: Position) => number | string | boolean | null) =>
    ({ position }: MessageRow): string =>
      String(read(position) ?? '');
  return [
    { header: t('messages.time'), text: of(({ time }) => formats.preciseTime(Date.parse(time))) },
    { header: 'time (UTC)', text: of(({ time }) => time) },
    { header: 'latitude', text: of(({ latitude }) => latitude) },
    { header: 'longitude', text: of(({ longitude }) => longitude) },
    { header: 'speed (km/h)', text: of(({ speed }) => speed) },
    { header: 'satellites', text: of(({ satellites }) => satellites) },
    { header: 'valid', text: of(({ valid }) => valid) },
    ...sensors.map((sensor, place) => ({
      header: sensor.name,
      text: ({ values }: MessageRow) => String(values[place] ?? ''),
    })),
    {
      header: t('messages.raw'),
      text: of(({ attributes }) =>
        Object.entries(attributes)
          .map(([name, value]) => `${name}=${String(value)}`)
          .join(' '),
      ),
    },
  ];
}

/**
 * All messages of the interval, each page before the last row so far; null where the server refused one, which is said.
 */
function useEveryMessage(
  data: { device_id: number; from: string; to: string },
  sensors: readonly Sensor[],
): RowReader<MessageRow> {
  const { call } = useCalls();
  const notify = useNotify();
  return async (signal, onProgress) => {
    const read = await readEveryPage(
      call,
      'getDeviceMessages',
      (_page, limit, rows) => ({ ...data, ...readPageKey(keyBefore(rows)), limit }),
      signal,
      onProgress,
    );
    if (!read.ok) notify.failed(read.problem);
    return read.ok ? { rows: computed(read.rows, sensors), total: read.total } : null;
  };
}
