import { useActorRef, useSelector } from '@xstate/react';
import { useContext, useState } from 'react';
import type { DeviceDetails } from '../../domain/device/index.ts';
import { success } from '../../domain/base/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { createDeviceSetupMachine, type DeviceSetupEffects, type DeviceSetupInput, type DeviceSetupStep } from '../../machines/deviceSetup/index.ts';
import { useCalls, type Calls } from '../shared/calls.ts';
import { LeaveGuardContext } from '../shared/leaveGuard.ts';
import { useNotify } from '../shared/toasts.ts';
import { useScreenPath } from '../shared/useScreenPath.ts';
import { deviceOnWire, type DeviceValues } from './deviceValues.ts';

export const SETUP_STEPS: readonly DeviceSetupStep[] = ['details', 'sensors', 'commands'];

/** The steps of setting a device up, on this page. `edits`: the details are changed on the device's own page. */
export function useDeviceSetup(input: DeviceSetupInput, edits: boolean) {
  const { t } = useTranslation();
  const { call } = useCalls();
  const { done } = useNotify();
  const { goOn, replace, replaceQuery } = useScreenPath();
  const guard = useContext(LeaveGuardContext);
  const [machine] = useState(() =>
    createDeviceSetupMachine({
      ...callsOf(call, (isNew) => done(t(isNew ? 'success.deviceCreated' : 'devices.saved'))),
      show: (deviceId, step) => {
        const isHere = input.deviceId === deviceId && !edits;
        if (isHere) replaceQuery(new URLSearchParams({ step }));
        // The empty form is over: the browser's Back must not lead to another new device.
        else if (!edits) replace(`/device/create/${deviceId}`, { step });
        else if (step !== 'details') goOn(`/device/create/${deviceId}`, { step });
      },
      leave: (deviceId) => goOn(deviceId === null ? '/devices' : `/device/${deviceId}`),
      unexpectedText: () => t('errors.unexpected'),
    }),
  );
  const actor = useActorRef(machine, { input });
  const snapshot = useSelector(actor, (state) => state);
  const goTo = (wanted: DeviceSetupStep): void => {
    const at = SETUP_STEPS.find((each) => actor.getSnapshot().hasTag(each));
    if (at === undefined) return;
    const distance = SETUP_STEPS.indexOf(wanted) - SETUP_STEPS.indexOf(at);
    for (let count = 0; count < Math.abs(distance); count++) actor.send({ type: distance > 0 ? 'step.next' : 'step.back' });
  };
  return {
    snapshot,
    send: actor.send,
    /** Steps on or back until the wanted one; unsaved input is asked about before by whoever holds it. */
    goTo,
    /** Saves the details; true once the server has them, false when it refused or the person thought better of it. */
    save: (values: DeviceValues, goesOn: boolean): Promise<boolean> =>
      new Promise((resolve) => {
        const subscription = actor.subscribe((state) => {
          if (state.matches({ details: 'saving' }) || state.matches({ details: 'confirmingModel' })) return;
          subscription.unsubscribe();
          resolve(!state.matches({ details: 'writing' }));
        });
        actor.send({ type: 'details.save', form: deviceOnWire(values), goesOn });
      }),
    /** Leaves; asks first where something typed would be lost. */
    leave: (): void => {
      const go = (): void => actor.send({ type: 'setup.leave' });
      if (guard === null) go();
      else guard.leave(go);
    },
  };
}

export type DeviceSetup = ReturnType<typeof useDeviceSetup>;

function callsOf(call: Calls['call'], announce: (isNew: boolean) => void): Pick<DeviceSetupEffects, 'open' | 'create' | 'update'> {
  const open = (deviceId: number, signal: AbortSignal) => call('getDevice', { device_id: deviceId }, signal);
  return {
    open,
    async create(form, signal) {
      const made = await call('createDevice', form, signal);
      if (!made.ok) return made;
      announce(true);
      // Nothing is set for a device that was just made.
      const details: DeviceDetails = { ...made.value, has_password: Boolean(form.device_password), sensors: 0, commands: 0, settings: { trip_detector: null, fuel: null, filters: null } };
      return success(details);
    },
    async update(deviceId, form, clear, signal) {
      const saved = await call('updateDevice', { ...form, device_id: deviceId, clear_sensors_and_commands: clear }, signal);
      if (saved.ok) announce(false);
      return saved;
    },
  };
}
