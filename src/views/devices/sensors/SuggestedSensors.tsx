import { useState, type ReactNode } from 'react';
import type { DeviceDetails, SuggestedSensor } from '../../../domain/device/index.ts';
import { sensorType, sensorTypeKey, type SensorPrompt } from '../../../domain/sensor/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, Tooltip } from '../../../ui/index.ts';
import { useCalls } from '../../shared/services/calls.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { suggestedForm } from './sensorValues.ts';

export interface SuggestedSensorsProps {
  device: DeviceDetails;
  suggested: readonly SuggestedSensor[];
  /** All were added, or those before one that was refused; what they ask to be set next. */
  onAdded: (prompts: readonly SensorPrompt[]) => void;
}

/** One press for the sensors that devices of the model usually have. */
export function SuggestedSensors({ device, suggested, onAdded }: SuggestedSensorsProps): ReactNode {
  const { t } = useTranslation();
  const { call } = useCalls();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const names = suggested.map(({ type, number }) => `${t(sensorTypeKey(type))}${number === 0 ? '' : ` ${number}`}`);
  const add = async (): Promise<void> => {
    setBusy(true);
    let added = 0;
    for (const sensor of suggested) {
      const answer = await call('createSensor', {
        ...suggestedForm(sensor, t(sensorTypeKey(sensor.type))),
        device_id: device.device_id,
      });
      if (!answer.ok) {
        notify.failed(answer.error);
        break;
      }
      added++;
    }
    setBusy(false);
    if (added > 0) notify.done(t('sensors.added', { count: added }));
    const asked = new Set(suggested.slice(0, added).map(({ type }) => sensorType(type).prompts));
    // Trips first: fuel is checked by when the unit is stopped.
    onAdded((['tripDetector', 'fuel'] as const).filter((prompt) => asked.has(prompt)));
  };
  return (
    <Tooltip text={names.join(', ')}>
      <Button busy={busy} onPress={() => void add()}>
        {t('sensors.addUsual', { count: suggested.length })}
      </Button>
    </Tooltip>
  );
}
