import { useMemo, type ReactNode } from 'react';
import { deviceModel, type DeviceDetails } from '../../../domain/device/index.ts';
import {
  SensorSet,
  sensorType,
  sensorTypeKey,
  type Sensor,
  type SensorPrompt,
  type SensorValue,
} from '../../../domain/sensor/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import {
  Button,
  DeleteIcon,
  EditIcon,
  EmptyState,
  IconButton,
  Panel,
  PlusIcon,
  SensorIcon,
  Skeleton,
} from '../../../ui/index.ts';
import { Unanswered } from '../../shared/AnswerView.tsx';
import { useFreshAnswer } from '../../shared/services/calls.ts';
import { ConfirmDialog } from '../../shared/form/ConfirmDialog.tsx';
import { StepFocus } from '../../shared/form/StepFocus.tsx';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { useReadings } from '../../shared/unit/useReadings.ts';
import { useKeptEntry } from '../useKeptEntry.ts';
import { useCountTold } from '../useLatest.ts';
import { useItemInAddress } from '../useItemInAddress.ts';
import { UnstoredNote } from '../UnstoredNote.tsx';
import { useMessages, type DeviceMessages } from '../useMessages.ts';
import { SensorEditor } from './SensorEditor.tsx';
import { missingSuggestions } from './sensorValues.ts';
import { SuggestedSensors } from './SuggestedSensors.tsx';
import { useSensorEditing } from './useSensorEditing.ts';
import '../../shared/list/serverList.css';
import './sensors.css';

export interface SensorsPanelProps {
  device: DeviceDetails;
  /** Sensors were added; what they ask to be set next. */
  onAdded?: (prompts: readonly SensorPrompt[]) => void;
  /** How many the device has now. */
  onCount?: (count: number) => void;
  /** What leads on from the list; a sensor that is being written has its own end. */
  children?: ReactNode;
}

/** What a device's parameters mean, with what each sensor makes of the last message. */
export function SensorsPanel({ device, onAdded, onCount, children }: SensorsPanelProps): ReactNode {
  const { t } = useTranslation();
  const answer = useFreshAnswer('getSensors', { device_id: device.device_id }, ['device']);
  const messages = useMessages(device);
  const editing = useSensorEditing(
    device.device_id,
    (sensor, isNew) => {
      answer.reload();
      const { prompts } = sensorType(sensor.type);
      if (isNew) onAdded?.(prompts === null ? [] : [prompts]);
    },
    answer.reload,
  );
  const mayChange = useMayIn()(device, { resource: 'devices', action: 'u' });
  const sensors = answer.value?.sensors;
  const { actor, snapshot, send } = editing;
  useItemInAddress('sensor', editing, mayChange ? sensors?.map(({ sensor_id }) => sensor_id) : undefined);
  const count = sensors?.length;
  const chosen = useKeptEntry(
    snapshot.context.id,
    sensors?.find(({ sensor_id }) => sensor_id === snapshot.context.id),
  );
  useCountTold(count, onCount);
  if (sensors === undefined)
    return (
      <Unanswered answer={answer}>
        <Skeleton height="240px" />
      </Unanswered>
    );
  const isEditing = snapshot.hasTag('editing');
  const close = (): void => send({ type: 'item.close' });
  const missing = missingSuggestions(deviceModel(device.device_model)?.suggestedSensors ?? [], sensors);
  const add = mayChange && (
    <Button variant="primary" icon={<PlusIcon aria-hidden="true" />} onPress={() => send({ type: 'item.add' })}>
      {t('sensors.add')}
    </Button>
  );
  const usual = mayChange && missing.length > 0 && (
    <SuggestedSensors
      device={device}
      suggested={missing}
      onAdded={(prompts) => {
        answer.reload();
        onAdded?.(prompts);
      }}
    />
  );
  const list = (
    <Panel
      title={t('sensors.title', { count: sensors.length })}
      actions={
        sensors.length > 0 && (
          <div className="sensor-tools">
            {usual}
            {add}
          </div>
        )
      }>
      {messages.stored === false && <UnstoredNote device={device} />}
      {sensors.length === 0 ? (
        <EmptyState
          title={t('sensors.emptyTitle')}
          icon={<SensorIcon />}
          action={
            <div className="sensor-tools">
              {usual}
              {add}
            </div>
          }>
          {t('sensors.emptyLead')}
        </EmptyState>
      ) : (
        <SensorTable
          sensors={sensors}
          messages={messages}
          onEdit={mayChange ? (id) => send({ type: 'item.edit', id }) : null}
          onRemove={(id) => send({ type: 'item.remove', id })}
        />
      )}
      {snapshot.hasTag('removing') && chosen !== null && (
        <ConfirmDialog
          title={t('sensors.removeTitle', { name: chosen.name })}
          confirmLabel={t('common.remove')}
          danger
          busy={snapshot.hasTag('busy')}
          problem={snapshot.context.problem}
          onConfirm={() => send({ type: 'item.confirm' })}
          onClose={close}>
          {t('sensors.removeLead')}
        </ConfirmDialog>
      )}
    </Panel>
  );
  return (
    <StepFocus at={isEditing ? 'sensor' : 'list'} className="device-screen">
      {isEditing ? (
        <SensorEditor
          key={chosen?.sensor_id ?? 'new'}
          device={device}
          sensor={chosen}
          sensors={sensors}
          messages={messages}
          editor={actor}
          busy={snapshot.hasTag('busy')}
          problem={snapshot.context.problem}
          onClose={close}
        />
      ) : (
        <>
          {list}
          {children}
        </>
      )}
    </StepFocus>
  );
}

interface SensorTableProps {
  sensors: readonly Sensor[];
  messages: DeviceMessages;
  /** Null: one may look only. */
  onEdit: ((id: number) => void) | null;
  onRemove: (id: number) => void;
}

/** The sensors in their order, each with its value now. */
function SensorTable({ sensors, messages, onEdit, onRemove }: SensorTableProps): ReactNode {
  const { t } = useTranslation();
  const readings = useReadings();
  const last = messages.messages;
  const values = useMemo(
    (): readonly SensorValue[] =>
      last?.[0]
        ? SensorSet.compile(sensors)
            .evaluate(last[0], last[1] ?? null)
            .values()
        : [],
    [sensors, last],
  );
  return (
    <div className="server-list-scroll">
      <table className="server-table sensor-list" aria-label={t('devices.step.sensors')}>
        <thead>
          <tr>
            {(['name', 'type', 'parameter', 'field', 'now'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`sensors.${column}`)}
              </th>
            ))}
            {onEdit && (
              <th scope="col">
                <span className="visually-hidden">{t('list.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sensors.map((sensor, place) => (
            <tr key={sensor.sensor_id}>
              <th scope="row" className="server-table-name">
                <bdi>{sensor.name}</bdi>
                {!sensor.visible && <span className="cell-note">{t('sensors.hidden')}</span>}
              </th>
              <td data-label={t('sensors.type')}>{t(sensorTypeKey(sensor.type))}</td>
              <td data-label={t('sensors.parameter')}>
                <bdi dir="ltr" className="sensor-code">
                  {sensor.parameter}
                </bdi>
              </td>
              <td data-label={t('sensors.field')}>
                <bdi dir="ltr" className="sensor-code">
                  {sensor.field}
                </bdi>
              </td>
              <td data-label={t('sensors.now')} className="figures">
                {readings.value(values[place] ?? null, sensorType(sensor.type).measure)}
              </td>
              {onEdit && (
                <td className="server-table-actions">
                  <IconButton
                    size="compact"
                    label={t('sensors.editOf', { name: sensor.name })}
                    icon={<EditIcon aria-hidden="true" />}
                    onPress={() => onEdit(sensor.sensor_id)}
                  />
                  <IconButton
                    size="compact"
                    label={t('sensors.removeOf', { name: sensor.name })}
                    icon={<DeleteIcon aria-hidden="true" />}
                    onPress={() => onRemove(sensor.sensor_id)}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
