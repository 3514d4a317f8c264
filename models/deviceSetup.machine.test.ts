import { strict as assert } from 'node:assert';
import { describe, expect, it } from 'vitest';
import { success, type AccountId, type DeviceId } from '../src/domain/base/index.ts';
import { createDeviceSchema, type CreateDevice, type DeviceDetails } from '../src/domain/device/index.ts';
import { ERROR, type ErrorCode } from '../src/domain/errors/index.ts';
import {
  NOTHING_DUE,
  createDeviceSetupMachine,
  type DeviceSetupEffects,
  type DeviceSetupInput,
  type DueSettings,
  type SettingsPrompt,
} from '../src/machines/deviceSetup/index.ts';
import { machineCoverage } from './coverage.ts';
import { testModel } from './machineWalks.ts';
import { MODELS } from './models.ts';
import type { PathDriver } from './testModel.ts';
import { bug, refused, runByHand } from './workflow.ts';

const form: CreateDevice = createDeviceSchema.cast({
  name: 'Van 1',
  device_model: 'FMB920',
  unique_identifier: '356307042441013',
});
const device: DeviceDetails = {
  device_id: 4 as DeviceId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Van 1',
  device_model: 'FMB920',
  manufacturer: 'Teltonika',
  version: '',
  unique_identifier: '356307042441013',
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
  has_password: false,
  default_satellites: 4,
  sensors: 0,
  commands: 0,
  settings: { trip_detector: null, fuel: null, filters: null },
};
const at = (deviceId: number | null, step: DeviceSetupInput['step']): DeviceSetupInput => ({
  deviceId,
  step,
  ...NOTHING_DUE,
});
const NEW = at(null, 'details');

const chart = machineCoverage(createDeviceSetupMachine({} as DeviceSetupEffects));

/** The statechart over answers that a test changes. */
function createSetup() {
  const done: string[] = [];
  const kept: { due: DueSettings } = { due: NOTHING_DUE };
  const answers: Pick<DeviceSetupEffects, 'open' | 'create' | 'update'> = {
    open: async () => success(device),
    create: async () => success(device),
    update: async (_, given, clear) =>
      success({
        ...device,
        device_model: given.device_model,
        sensors: clear ? 0 : (page.actor.getSnapshot().context.device?.sensors ?? 0),
      }),
  };
  const machine = createDeviceSetupMachine({
    open: (id, signal) => (done.push(`open ${id}`), answers.open(id, signal)),
    create: (given, signal) => (done.push(`create ${given.name}`), answers.create(given, signal)),
    update: (id, given, clear, signal) => (
      done.push(`update ${id} ${given.device_model}${clear ? ' clearing' : ''}`),
      answers.update(id, given, clear, signal)
    ),
    show: (id, step) => void done.push(`show ${id} ${step}`),
    remember: (due) => void (kept.due = due),
    leave: (id) => void done.push(`leave ${id}`),
    unexpectedText: () => 'Unexpected',
  });
  let page = runByHand(machine, () => undefined, NEW);
  page.actor.stop();
  return {
    done,
    kept,
    answers,
    async open(input: DeviceSetupInput): Promise<void> {
      done.length = 0;
      page = runByHand(machine, chart.inspect, input);
      await page.wait(0);
    },
    get snapshot() {
      return page.actor.getSnapshot();
    },
    send: (event: Parameters<typeof page.send>[0]) => page.send(event),
  };
}

function driverOf(setup: ReturnType<typeof createSetup>): PathDriver {
  const { done, kept, answers, open, send } = setup;
  const save = (goesOn: boolean, code?: ErrorCode) => async () => {
    const isNew = setup.snapshot.context.deviceId === null;
    const before = { ...answers };
    if (code) Object.assign(answers, { create: async () => refused(code), update: async () => refused(code) });
    await send({ type: 'details.save', form, goesOn });
    Object.assign(answers, before);
    assert.ok(done.includes(isNew ? 'create Van 1' : 'update 4 FMB920'), done.join(', '));
  };
  const add = (prompt: SettingsPrompt | null) => async () => {
    await send({ type: 'items.changed', sensors: 1, commands: 0 });
    await send({ type: 'sensor.added', prompts: prompt === null ? [] : [prompt] });
  };
  const seen =
    (value: Parameters<typeof setup.snapshot.matches>[0], hasProblem: boolean, sensors?: number, last?: string) =>
    () => {
      assert.ok(setup.snapshot.matches(value), JSON.stringify(setup.snapshot.value));
      assert.equal(setup.snapshot.context.problem !== null, hasProblem);
      if (sensors !== undefined) assert.equal(setup.snapshot.context.device?.sensors, sensors);
      if (last !== undefined) assert.equal(done.at(-1), last);
    };
  return {
    acts: {
      'open.new': () => open(NEW),
      'open.details': () => open(at(4, 'details')),
      'open.sensors': () => open(at(4, 'sensors')),
      'open.commands': () => open(at(4, 'commands')),
      async 'open.away'() {
        answers.open = async () => refused(ERROR.network);
        await open(at(4, 'details'));
      },
      async 'retry.found'() {
        answers.open = async () => success(device);
        await send({ type: 'setup.retry' });
      },
      'retry.away': () => send({ type: 'setup.retry' }),
      'save.next': save(true),
      'save.done': save(false),
      'save.refused': save(true, ERROR.validation),
      'save.serverAway': save(true, ERROR.network),
      'model.changed': () => send({ type: 'details.save', form: { ...form, device_model: 'GT06N' }, goesOn: true }),
      async 'model.confirmed'() {
        await send({ type: 'details.confirm' });
        assert.ok(done.includes('update 4 GT06N clearing'));
      },
      async 'model.confirmedRefused'() {
        answers.update = async () => refused(ERROR.conflict);
        await send({ type: 'details.confirm' });
      },
      'model.kept': () => send({ type: 'details.keep' }),
      'sensor.plain': add(null),
      'sensor.gps': add('tripDetector'),
      'sensor.fuel': add('fuel'),
      'prompt.accepted': () => send({ type: 'prompt.accept' }),
      'prompt.later': () => send({ type: 'prompt.later' }),
      'settings.saved': () => send({ type: 'settings.done' }),
      'settings.later': () => send({ type: 'prompt.later' }),
      async reloaded() {
        answers.open = async () => success({ ...device, sensors: 1 });
        await open({ ...at(4, 'sensors'), ...kept.due });
      },
      next: () => send({ type: 'step.next' }),
      back: () => send({ type: 'step.back' }),
      finished: () => send({ type: 'setup.finish' }),
      left: () => send({ type: 'setup.leave' }),
    },
    looks: {
      outside: () => undefined,
      unreachable: seen('unreachable', true),
      new: seen({ details: 'writing' }, false),
      newRefused: seen({ details: 'writing' }, true),
      details: seen({ details: 'writing' }, false, 0, 'show 4 details'),
      sensors: seen({ sensors: 'listing' }, false, 0, 'show 4 sensors'),
      promptTrips: seen({ sensors: 'prompting' }, false, 1),
      promptFuel: seen({ sensors: 'prompting' }, false, 1),
      settingTrips: seen({ sensors: 'setting' }, false),
      settingFuel: seen({ sensors: 'setting' }, false),
      fitted: seen({ sensors: 'listing' }, false, 1),
      fittedDetails: seen({ details: 'writing' }, false, 1),
      fittedRefused: seen({ details: 'writing' }, true, 1),
      confirming: seen({ details: 'confirmingModel' }, false, 1),
      commands: seen('commands', false, 0, 'show 4 commands'),
      done: () => assert.equal(done.at(-1), 'leave 4'),
      list: () => assert.equal(done.at(-1), 'leave null'),
    },
  };
}

testModel({ model: MODELS.deviceSetup, chart, drive: () => driverOf(createSetup()) });

describe('what the model leaves open', () => {
  it('a device without sensors and commands changes its model without a question', async () => {
    const { open, send, done } = createSetup();
    await open(at(4, 'details'));
    await send({ type: 'details.save', form: { ...form, device_model: 'GT06N' }, goesOn: false });
    expect(done.slice(-2)).toEqual(['update 4 GT06N', 'leave 4']);
  });

  it('sensors that ask for two settings are asked about one after another', async () => {
    const setup = createSetup();
    const now = () => [setup.snapshot.value, setup.snapshot.context.prompts];
    await setup.open(at(4, 'sensors'));
    await setup.send({ type: 'sensor.added', prompts: ['tripDetector', 'fuel'] });
    await setup.send({ type: 'prompt.later' });
    expect(now()).toEqual([{ sensors: 'prompting' }, ['fuel']]);
    await setup.send({ type: 'prompt.accept' });
    await setup.send({ type: 'settings.done' });
    expect(now()).toEqual([{ sensors: 'listing' }, []]);
    await setup.send({ type: 'sensor.added', prompts: ['tripDetector', 'fuel'] });
    await setup.send({ type: 'prompt.accept' });
    await setup.send({ type: 'settings.done' });
    expect(now()).toEqual([{ sensors: 'prompting' }, ['fuel']]);
  });

  it('what was accepted and not finished is gone on with after another step, and ends with the wizard', async () => {
    const setup = createSetup();
    await setup.open(at(4, 'sensors'));
    await setup.send({ type: 'sensor.added', prompts: ['tripDetector', 'fuel'] });
    await setup.send({ type: 'prompt.accept' });
    expect(setup.kept.due).toEqual({ prompts: ['tripDetector', 'fuel'], accepted: true });
    await setup.send({ type: 'step.next' });
    await setup.send({ type: 'step.back' });
    expect(setup.snapshot.value).toEqual({ sensors: 'setting' });
    await setup.send({ type: 'setup.finish' });
    expect([setup.kept.due, setup.done.at(-1)]).toEqual([NOTHING_DUE, 'leave 4']);
  });

  it('another model takes away what the sensors of the old one asked for', async () => {
    const setup = createSetup();
    setup.answers.open = async () => success({ ...device, sensors: 1 });
    await setup.open({ ...at(4, 'sensors'), prompts: ['fuel'] });
    await setup.send({ type: 'step.back' });
    await setup.send({ type: 'details.save', form: { ...form, device_model: 'GT06N' }, goesOn: true });
    await setup.send({ type: 'details.confirm' });
    expect([setup.snapshot.value, setup.kept.due]).toEqual([{ sensors: 'listing' }, NOTHING_DUE]);
  });

  it('survives bugs and says so', async () => {
    const setup = createSetup();
    setup.answers.open = bug;
    await setup.open(at(4, 'details'));
    expect([setup.snapshot.value, setup.snapshot.context.problem]).toMatchObject([
      'unreachable',
      { code: ERROR.exception, message: 'Unexpected' },
    ]);
    setup.answers.create = bug;
    await setup.open(NEW);
    await setup.send({ type: 'details.save', form, goesOn: true });
    expect([setup.snapshot.value, setup.snapshot.context.problem?.message]).toEqual([
      { details: 'writing' },
      'Unexpected',
    ]);
  });
});

it('the statechart has no transition that was not walked', () => expect(chart.missing()).toEqual([]));
