import type { ReactNode } from 'react';
import { deviceModel, type DeviceDetails } from '../../../domain/device/index.ts';
import { sensorType, type Sensor, type SensorPrompt } from '../../../domain/sensor/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, EmptyState, Panel, PlusIcon, SensorIcon, Skeleton } from '../../../ui/index.ts';
import { Unanswered } from '../../shared/AnswerView.tsx';
import { useFreshAnswer } from '../../shared/services/calls.ts';
import { ConfirmDialog } from '../../shared/form/ConfirmDialog.tsx';
import { StepFocus } from '../../shared/form/StepFocus.tsx';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { useKeptEntry } from '../useKeptEntry.ts';
import { useCountReport } from '../useLatest.ts';
import { useItemInAddress } from '../useItemInAddress.ts';
import { UnstoredNote } from '../UnstoredNote.tsx';
import { useMessages } from '../useMessages.ts';
import { SensorEditor } from './SensorEditor.tsx';
import { SensorTable } from './SensorTable.tsx';
import { missingSuggestions } from './sensorValues.ts';
import { SuggestedSensors } from './SuggestedSensors.tsx';
import { useSensorEditing } from './useSensorEditing.ts';
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
  useCountReport(count, onCount);
  if (sensors === undefined)
    return (
      <Unanswered answer={answer}>
        <Skeleton height="240px" />
      </Unanswered>
    );
  const close = (): void => send({ type: 'item.close' });
  if (snapshot.hasTag('editing'))
    return (
      <StepFocus at="sensor" className="device-screen">
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
      </StepFocus>
    );
  const tools = mayChange && (
    <SensorTools
      device={device}
      sensors={sensors}
      onAdd={() => send({ type: 'item.add' })}
      onAdded={(prompts) => {
        answer.reload();
        onAdded?.(prompts);
      }}
    />
  );
  return (
    <StepFocus at="list" className="device-screen">
      <Panel title={t('sensors.title', { count: sensors.length })} actions={sensors.length > 0 && tools}>
        {messages.stored === false && <UnstoredNote device={device} />}
        {sensors.length === 0 ? (
          <EmptyState title={t('sensors.emptyTitle')} icon={<SensorIcon />} action={tools}>
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
      {children}
    </StepFocus>
  );
}

interface SensorToolsProps {
  device: DeviceDetails;
  sensors: readonly Sensor[];
  onAdd: () => void;
  onAdded: (prompts: readonly SensorPrompt[]) => void;
}

/** Adds a sensor by hand, or those that the model usually has. */
function SensorTools({ device, sensors, onAdd, onAdded }: SensorToolsProps): ReactNode {
  const { t } = useTranslation();
  const missing = missingSuggestions(deviceModel(device.device_model)?.suggestedSensors ?? [], sensors);
  return (
    <div className="sensor-tools">
      {missing.length > 0 && <SuggestedSensors device={device} suggested={missing} onAdded={onAdded} />}
      <Button variant="primary" icon={<PlusIcon aria-hidden="true" />} onPress={onAdd}>
        {t('sensors.add')}
      </Button>
    </div>
  );
}
