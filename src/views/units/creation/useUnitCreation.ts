import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { AllocationForm } from '../../../domain/allocation/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { createUnitCreationMachine, type UnitCreationEffects, type UnitCreationInput } from '../../../machines/unitCreation/index.ts';
import { useSpanWords } from '../../shared/allocation/useSpanWords.ts';
import { useCalls, type Calls } from '../../shared/services/calls.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { useScreenPath, type ScreenPath } from '../../shared/address/useScreenPath.ts';
import { readWay, writeWay } from './way.ts';

/** The page's address and words as they are when the statechart needs them: it lives longer than one render. */
interface Surroundings {
  readonly path: ScreenPath;
  readonly text: (key: string) => string;
  readonly given: (account: string, form: AllocationForm) => string;
}

function createSurroundings(first: Surroundings) {
  let now = first;
  return {
    get: () => now,
    set(next: Surroundings): void {
      now = next;
    },
  };
}

function effectsOf({ call }: Calls, done: (text: string) => void, around: () => Surroundings): UnitCreationEffects {
  return {
    open: (unitId, signal) => call('getUnit', { unit_id: unitId }, signal),
    async claim(form, signal) {
      const answer = await call('createDevice', form, signal);
      if (answer.ok) done(around().text('success.deviceCreated'));
      return answer;
    },
    async create(form, signal) {
      const answer = await call('createUnit', form, signal);
      if (answer.ok) done(around().text('success.unitCreated'));
      return answer;
    },
    async allocate(unit, form, signal) {
      const answer = await call('allocateUnit', { ...form, unit_id: unit.unit_id, device_ids: unit.devices.map((device) => device.device_id) }, signal);
      if (answer.ok) done(around().given(answer.value.account_name, form));
      return answer;
    },
    remember(way: UnitCreationInput) {
      const { query, replaceQuery } = around().path;
      const next = writeWay(query, way);
      if (next.toString() !== query.toString()) replaceQuery(next);
    },
    openDevice: (deviceId) => around().path.goOn(`/device/create/${deviceId}`, { step: 'sensors' }),
    leave: (unitId) => (unitId === null ? around().path.goOn('/units/list') : around().path.goOn(`/unit/${unitId}/view`)),
    unexpectedText: () => around().text('errors.unexpected'),
  };
}

/** The wizard's statechart, kept in the address: a reload and a link go on where one was. */
export function useUnitCreation() {
  const { t } = useTranslation();
  const calls = useCalls();
  const { done } = useNotify();
  const path = useScreenPath();
  const span = useSpanWords();
  const now: Surroundings = { path, text: t, given: (account, form) => t('unitForms.allocation.done', span(account, form)) };
  const [around] = useState(() => createSurroundings(now));
  useEffect(() => around.set(now));
  const [input] = useState(() => readWay(path.query));
  const [machine] = useState(() => createUnitCreationMachine(effectsOf(calls, done, around.get)));
  return useMachine(machine, { input });
}
