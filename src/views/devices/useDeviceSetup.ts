import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { defaultSatellites, type DeviceDetails } from '../../domain/device/index.ts';
import { success } from '../../domain/base/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import {
  createDeviceSetupMachine,
  type DeviceSetupEffects,
  type DeviceSetupInput,
  type DeviceSetupStep,
} from '../../machines/deviceSetup/index.ts';
import { useCalls, type Calls } from '../shared/services/calls.ts';
import { useSession } from '../shared/services/session.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import type { Problem } from '../shared/services/fleet.ts';
import { createOwnChanges } from '../shared/form/ownChanges.ts';
import { deviceOnWire, deviceValues, type DeviceValues } from './deviceValues.ts';
import { useDueSettings } from './useDueSettings.ts';

export const SETUP_STEPS: readonly DeviceSetupStep[] = ['details', 'sensors', 'commands'];

/** The steps of setting a device up, on this page. `edits`: the details are changed on the device's own page. */
export function useDeviceSetup(input: Pick<DeviceSetupInput, 'deviceId' | 'step'>, edits: boolean) {
  const { t } = useTranslation();
  const { call } = useCalls();
  const { done } = useNotify();
  const { goOn, replace } = useScreenPath();
  const { can } = useSession();
  const { due, remember } = useDueSettings(edits ? null : input.deviceId);
  const [machine] = useState(() =>
    createDeviceSetupMachine({
      ...callsOf(call, (isNew) => done(t(isNew ? 'success.deviceCreated' : 'devices.saved'))),
      show: (deviceId, step) => {
        // Steps of the device that is in the address are put there by useStepInAddress.
        if (input.deviceId === deviceId && !edits) return;
        // The empty form is over: the browser's Back must not lead to another new device.
        if (!edits) replace(`/device/create/${deviceId}`, { step });
        else if (step !== 'details') goOn(`/device/create/${deviceId}`, { step });
      },
      remember,
      leave: (deviceId) =>
        goOn(
          deviceId !== null
            ? `/device/${deviceId}`
            : can({ resource: 'devices', action: 'r' })
              ? '/devices'
              : '/units/list',
        ),
      unexpectedText: () => t('errors.unexpected'),
    }),
  );
  const actor = useActorRef(machine, { input: { ...input, ...due } });
  const snapshot = useSelector(actor, (state) => state);
  const stepOf = (state: typeof snapshot) => SETUP_STEPS.find((each) => state.hasTag(each));
  const goTo = (wanted: DeviceSetupStep): void => {
    const at = stepOf(actor.getSnapshot());
    if (at === undefined) return;
    const distance = SETUP_STEPS.indexOf(wanted) - SETUP_STEPS.indexOf(at);
    for (let count = 0; count < Math.abs(distance); count++)
      actor.send({ type: distance > 0 ? 'step.next' : 'step.back' });
  };
  useStepInAddress(edits || input.deviceId === null ? undefined : stepOf(snapshot), input.step, goTo);
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
  };
}

/**
 * Keeps the address at the wizard's step, each an entry of the history, and the wizard at the step that
 * Back or Forward went to. `at` is undefined while there is none to keep.
 */
function useStepInAddress(
  at: DeviceSetupStep | undefined,
  addressed: DeviceSetupStep,
  goTo: (step: DeviceSetupStep) => void,
): void {
  const { path, query, stepped, goOn, replaceQuery } = useScreenPath();
  const last = useRef<{ at: DeviceSetupStep; addressed: DeviceSetupStep } | null>(null);
  useEffect(() => {
    if (at === undefined) return;
    const before = last.current;
    last.current = { at, addressed };
    if (before === null) {
      if (query.get('step') !== at) replaceQuery(new URLSearchParams({ step: at }));
    } else if (before.at !== at) {
      if (addressed !== at) goOn(path, { step: at });
    } else if (before.addressed !== addressed && addressed !== at && stepped) {
      goTo(addressed);
    }
  });
}

export type DeviceSetup = ReturnType<typeof useDeviceSetup>;

function callsOf(
  call: Calls['call'],
  announce: (isNew: boolean) => void,
): Pick<DeviceSetupEffects, 'open' | 'create' | 'update'> {
  const own = createOwnChanges();
  /** The device as its form began, and why it was not saved. */
  let began: DeviceDetails | null = null;
  let shown: Problem | null = null;
  return {
    async open(deviceId, signal) {
      const opened = await call('getDevice', { device_id: deviceId }, signal);
      if (opened.ok) began = opened.value;
      return opened;
    },
    async create(form, signal) {
      const made = await call('createDevice', form, signal);
      if (!made.ok) return made;
      announce(true);
      // Nothing is set for a device that was just made.
      began = {
        ...made.value,
        has_password: Boolean(form.device_password),
        default_satellites: defaultSatellites(form.device_model, null),
        sensors: 0,
        commands: 0,
        settings: { trip_detector: null, fuel: null, filters: null },
      };
      return success(began);
    },
    async update(deviceId, form, clear, signal) {
      const changes = own.of(began === null ? {} : deviceOnWire(deviceValues(began)), form, shown);
      const saved = await call(
        'updateDevice',
        { ...changes, device_id: deviceId, clear_sensors_and_commands: clear },
        signal,
      );
      shown = saved.ok ? null : saved.error;
      if (saved.ok) {
        began = saved.value;
        announce(false);
      }
      return saved;
    },
  };
}
