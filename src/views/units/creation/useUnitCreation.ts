import { useMachine } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { AllocationForm } from '../../../domain/allocation/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import {
  createUnitCreationMachine,
  type UnitCreationEffects,
  type UnitCreationInput,
  type UnitCreationMachine,
} from '../../../machines/unitCreation/index.ts';
import { useSpanWords } from '../../shared/allocation/useSpanWords.ts';
import { useCalls, type Calls } from '../../shared/services/calls.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { useScreenPath, type ScreenPath } from '../../shared/address/useScreenPath.ts';
import { readCreation, writeCreation } from './creationAddress.ts';

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

/**
 * A step to or from the details is a place of its own in the history; a unit that was made takes the place of the form
 * that made it.
 */
const isAnotherStep = (before: UnitCreationInput, after: UnitCreationInput): boolean =>
  before.unitId === null &&
  after.unitId === null &&
  before.step !== after.step &&
  before.deviceIds.length > 0 === after.deviceIds.length > 0;

const isElsewhere = (a: UnitCreationInput, b: UnitCreationInput): boolean =>
  a.unitId !== b.unitId || (a.unitId === null && a.step !== b.step);

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
      const answer = await call(
        'allocateUnit',
        { ...form, unit_id: unit.unit_id, device_ids: unit.devices.map((device) => device.device_id) },
        signal,
      );
      if (answer.ok) done(around().given(answer.value.account_name, form));
      return answer;
    },
    remember(input: UnitCreationInput) {
      const { path, query, goOn, replaceQuery } = around().path;
      const next = writeCreation(query, input);
      if (next.toString() === query.toString()) return;
      if (isAnotherStep(readCreation(query), input)) goOn(path, Object.fromEntries(next));
      else replaceQuery(next);
    },
    openDevice: (deviceId) => around().path.goOn(`/device/create/${deviceId}`, { step: 'sensors' }),
    leave: (unitId) =>
      unitId === null ? around().path.goOn('/units/list') : around().path.goOn(`/unit/${unitId}/view`),
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
  const now: Surroundings = {
    path,
    text: t,
    given: (account, form) => t('unitForms.allocation.done', span(account, form)),
  };
  const [around] = useState(() => createSurroundings(now));
  useEffect(() => around.set(now));
  const [input] = useState(() => readCreation(path.query));
  const [machine] = useState(() => createUnitCreationMachine(effectsOf(calls, done, around.get)));
  const [snapshot, send, actor] = useMachine(machine, { input });
  useStepsOfHistory(actor, path);
  return [snapshot, send, actor] as const;
}

/** Follows the browser's Back and Forward from step to step; what is being saved is waited for. */
function useStepsOfHistory(
  actor: ActorRefFrom<UnitCreationMachine>,
  { visit, stepped, query, replaceQuery }: ScreenPath,
): void {
  const followed = useRef(visit);
  useEffect(() => {
    if (followed.current === visit) return undefined;
    const follow = (): void => {
      followed.current = visit;
      const { step, unitId } = readCreation(query);
      const current = (): UnitCreationInput => actor.getSnapshot().context;
      if (current().unitId === null && unitId === null && current().step !== step)
        actor.send({ type: step === 'details' ? 'step.next' : 'step.back' });
      // A unit that exists is not made a second time, and no step is gone to without what it needs.
      if (isElsewhere(current(), readCreation(query))) replaceQuery(writeCreation(query, current()));
    };
    if (!stepped) {
      followed.current = visit;
      return undefined;
    }
    if (!actor.getSnapshot().hasTag('busy')) {
      follow();
      return undefined;
    }
    const { unsubscribe } = actor.subscribe((state) => {
      if (state.hasTag('busy')) return;
      unsubscribe();
      follow();
    });
    return unsubscribe;
  }, [actor, visit, stepped, query, replaceQuery]);
}
