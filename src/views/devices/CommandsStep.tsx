import type { ReactNode } from 'react';
import type { DeviceDetails } from '../../domain/device/index.ts';
import { CommandsPanel } from './commands/CommandsPanel.tsx';
import { StepButtons } from './SensorsStep.tsx';
import type { DeviceSetup } from './useDeviceSetup.ts';

/** The last step: commands that the device keeps ready. */
export function CommandsStep({ setup, device }: { setup: DeviceSetup; device: DeviceDetails }): ReactNode {
  return (
    <>
      <CommandsPanel
        device={device}
        onCount={(commands) =>
          commands !== device.commands && setup.send({ type: 'items.changed', sensors: device.sensors, commands })
        }
      />
      <StepButtons setup={setup} />
    </>
  );
}
