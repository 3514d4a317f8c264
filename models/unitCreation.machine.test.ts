import { strict as assert } from 'node:assert';
import { describe, expect, it } from 'vitest';
import type { Allocation } from '../src/domain/allocation/index.ts';
import {
  failure,
  success,
  type AccountId,
  type AllocationId,
  type DeviceId,
  type UnitId,
} from '../src/domain/base/index.ts';
import { createDeviceSchema, type Device } from '../src/domain/device/index.ts';
import { ERROR } from '../src/domain/errors/index.ts';
import type { UnitDetails } from '../src/domain/unit/index.ts';
import {
  createUnitCreationMachine,
  type UnitCreationEffects,
  type UnitCreationInput,
  type UnitForm,
} from '../src/machines/unitCreation/index.ts';
import { machineCoverage } from './coverage.ts';
import { testModel } from './machineWalks.ts';
import { MODELS } from './models.ts';
import type { PathDriver } from './testModel.ts';
import { bug, refused, runByHand } from './workflow.ts';

const settings = { trip_detector: null, fuel: null, filters: null };
const unit: UnitDetails = {
  unit_id: 9 as UnitId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Van 1',
  kind: 'van',
  status: 'active',
  labels: [],
  identifiers: ['4'],
  device_model: 'GT06N',
  allocated_to: null,
  drivers: [],
  location: null,
  attached_to: null,
  time_zone: 'UTC',
  devices: [
    {
      device_id: 4 as DeviceId,
      name: 'Tracker',
      device_model: 'GT06N',
      unique_identifier: '4',
      status: 'ACTIVE',
      settings,
      sensors: [],
    },
  ],
  allocation: null,
  created_at: '2026-06-01T00:00:00Z',
};
const claimed: Device = {
  device_id: 7 as DeviceId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'New',
  device_model: 'GT06N',
  manufacturer: '',
  version: '',
  unique_identifier: '7',
  status: 'ACTIVE',
  clock_offset: 'protocol',
  protocol_lock: 'model',
  networks: [],
  sim_number_1: '',
  sim_operator_1: '',
  sim_number_2: '',
  sim_operator_2: '',
  labels: [],
  unit_id: null,
  unit_name: '',
  allocated_to: null,
  created_at: '2026-06-01T00:00:00Z',
};
const form: UnitForm = { name: 'Van 1', kind: 'van', labels: [], location: null, attached_to_unit_id: null };
const claim = createDeviceSchema.cast({ name: 'New', device_model: 'GT06N', unique_identifier: '7' });
const span = { account_id: 2, start_date: '2026-06-08T00:00:00Z', end_date: '2026-06-15T00:00:00Z' };
const allocation: Allocation = {
  ...span,
  account_id: 2 as AccountId,
  allocation_id: 1 as AllocationId,
  account_name: 'South',
  device_ids: [4],
  username: 'dealer',
  created_at: span.start_date,
};
const NEW: UnitCreationInput = { deviceIds: [], step: 'devices', unitId: null };
const taken = failure({
  code: ERROR.conflict,
  message: 'The device is in use',
  correlationId: '1',
  fields: [{ field: 'device_ids', message: 'The device is in use' }],
});

const chart = machineCoverage(createUnitCreationMachine({} as UnitCreationEffects));

function createCreation() {
  const done: string[] = [];
  const kept: UnitCreationInput[] = [];
  const answers: Pick<UnitCreationEffects, 'open' | 'claim' | 'create' | 'allocate'> = {
    open: async () => success(unit),
    claim: async () => success(claimed),
    create: async () => success(unit),
    allocate: async () => failure({ code: ERROR.conflict, message: 'No', correlationId: null }),
  };
  const machine = createUnitCreationMachine({
    open: (id, signal) => (done.push(`open ${id}`), answers.open(id, signal)),
    claim: (given, signal) => (done.push(`claim ${given.unique_identifier}`), answers.claim(given, signal)),
    create: (given, signal) => (
      done.push(`create ${given.name} ${given.device_ids.join()}`),
      answers.create(given, signal)
    ),
    allocate: (of, given, signal) => (
      done.push(`allocate ${of.unit_id} ${given.account_id}`),
      answers.allocate(of, given, signal)
    ),
    remember: (state) => void kept.push(state),
    openDevice: (id) => void done.push(`device ${id}`),
    leave: (id) => void done.push(`leave ${id}`),
    unexpectedText: () => 'Unexpected',
  });
  let run = runByHand(machine, () => undefined, NEW);
  run.actor.stop();
  return {
    done,
    kept,
    answers,
    /** Opens the page at an address. */
    async open(input: UnitCreationInput): Promise<void> {
      done.length = 0;
      run = runByHand(machine, chart.inspect, input);
      await run.wait(0);
    },
    get actor() {
      return run.actor;
    },
    get send() {
      return run.send;
    },
  };
}

function driverOf(creation: ReturnType<typeof createCreation>): PathDriver {
  const { done, kept, answers, open } = creation;
  const snapshot = () => creation.actor.getSnapshot();
  const save = (answer: Awaited<ReturnType<UnitCreationEffects['create']>>) => async () => {
    answers.create = async () => answer;
    await creation.send({ type: 'unit.save', form });
    assert.equal(done.at(-1), `create Van 1 ${snapshot().context.deviceIds.join()}`);
  };
  const at =
    (
      state: Parameters<ReturnType<typeof snapshot>['matches']>[0],
      hasProblem = false,
      look: () => void = () => undefined,
    ) =>
    () => {
      assert.ok(snapshot().matches(state), JSON.stringify(snapshot().value));
      assert.equal(snapshot().context.problem !== null, hasProblem);
      look();
    };
  const is = (part: Partial<UnitCreationInput>) => () => assert.deepEqual({ ...kept.at(-1), ...part }, kept.at(-1));
  return {
    acts: {
      'open.new': () => open(NEW),
      'open.details': () => open({ deviceIds: [4], step: 'details', unitId: null }),
      'open.unit': () => open({ deviceIds: [], step: 'devices', unitId: 9 }),
      async 'open.unitAway'() {
        answers.open = async () => refused(ERROR.network);
        await open({ deviceIds: [], step: 'devices', unitId: 9 });
      },
      async 'retry.found'() {
        answers.open = async () => success(unit);
        await creation.send({ type: 'creation.retry' });
      },
      'retry.away': () => creation.send({ type: 'creation.retry' }),
      'device.chosen': () => creation.send({ type: 'devices.choose', deviceIds: [4] }),
      'device.removed': () => creation.send({ type: 'devices.choose', deviceIds: [] }),
      'next.empty': () => creation.send({ type: 'step.next' }),
      next: () => creation.send({ type: 'step.next' }),
      back: () => creation.send({ type: 'step.back' }),
      async 'claim.done'() {
        answers.claim = async () => success(claimed);
        await creation.send({ type: 'devices.claim', form: claim });
      },
      async 'claim.refused'() {
        answers.claim = async () => refused(ERROR.conflict);
        await creation.send({ type: 'devices.claim', form: claim });
      },
      async left() {
        await creation.send({ type: 'creation.leave' });
        assert.equal(done.at(-1), 'leave null');
      },
      'save.done': save(success(unit)),
      'save.refused': save(refused(ERROR.validation)),
      'save.serverAway': save(refused(ERROR.network)),
      'save.deviceTaken': save(taken),
      'allocate.opened': () => creation.send({ type: 'setup.allocate' }),
      async 'allocate.done'() {
        answers.allocate = async () => success(allocation);
        await creation.send({ type: 'allocation.save', form: span });
        assert.equal(done.at(-1), 'allocate 9 2');
      },
      'allocate.refused': () => creation.send({ type: 'allocation.save', form: span }),
      'allocate.closed': () => creation.send({ type: 'allocation.close' }),
      async 'device.setUp'() {
        await creation.send({ type: 'setup.device', deviceId: 4 });
        assert.equal(done.at(-1), 'device 4');
      },
      async later() {
        await creation.send({ type: 'setup.skip' });
        assert.equal(done.at(-1), 'leave 9');
      },
      finished: () => creation.send({ type: 'setup.skip' }),
    },
    looks: {
      outside: () => undefined,
      unreachable: at('unreachable', true),
      empty: at({ devices: 'choosing' }, false, is({ deviceIds: [], step: 'devices' })),
      missing: at({ devices: 'choosing' }, false, () => assert.equal(snapshot().context.missing, true)),
      claimRefused: at({ devices: 'choosing' }, true),
      chosen: at({ devices: 'choosing' }, false, () => assert.equal(kept.at(-1)?.deviceIds.length, 1)),
      writing: at({ details: 'writing' }, false, is({ step: 'details' })),
      writingRefused: at({ details: 'writing' }, true),
      taken: at({ devices: 'choosing' }, true, is({ step: 'devices' })),
      offered: at({ setup: 'offered' }, false, () => assert.equal(snapshot().context.unit, unit)),
      allocating: at({ setup: 'allocating' }),
      allocatingRefused: at({ setup: 'allocating' }, true),
      allocated: at({ setup: 'offered' }, false, () => assert.equal(snapshot().context.allocated, allocation)),
      handedOver: at('handedOver'),
      done: at('done'),
      left: at('left'),
    },
  };
}

testModel({ model: MODELS.unitCreation, chart, drive: () => driverOf(createCreation()) });

describe('what the model leaves open', () => {
  it('survives bugs, each where it happened', async () => {
    const creation = createCreation();
    const problem = () => creation.actor.getSnapshot().context.problem?.message;
    Object.assign(creation.answers, { open: bug, claim: bug, create: bug, allocate: bug });
    await creation.open({ ...NEW, unitId: 9 });
    expect([creation.actor.getSnapshot().value, problem()]).toEqual(['unreachable', 'Unexpected']);
    await creation.open({ ...NEW, deviceIds: [4] });
    await creation.send({ type: 'devices.claim', form: claim });
    expect([creation.actor.getSnapshot().value, problem()]).toEqual([{ devices: 'choosing' }, 'Unexpected']);
    await creation.send({ type: 'step.next' });
    await creation.send({ type: 'unit.save', form });
    expect([creation.actor.getSnapshot().value, problem()]).toEqual([{ details: 'writing' }, 'Unexpected']);
    creation.answers.create = async () => success(unit);
    await creation.send({ type: 'unit.save', form });
    await creation.send({ type: 'setup.allocate' });
    await creation.send({ type: 'allocation.save', form: span });
    expect([creation.actor.getSnapshot().value, problem()]).toEqual([{ setup: 'allocating' }, 'Unexpected']);
  });

  it('begins with the devices where the address names the second step without one', async () => {
    const creation = createCreation();
    await creation.open({ ...NEW, step: 'details' });
    expect(creation.actor.getSnapshot().value).toEqual({ devices: 'choosing' });
  });

  it('keeps the unit in the address as soon as it stands, so that a reload makes no second one', async () => {
    const creation = createCreation();
    await creation.open({ ...NEW, deviceIds: [4], step: 'details' });
    await creation.send({ type: 'unit.save', form });
    expect(creation.kept.at(-1)?.unitId).toBe(9);
  });
});

it('the statechart has no transition that was not walked', () => expect(chart.missing()).toEqual([]));
