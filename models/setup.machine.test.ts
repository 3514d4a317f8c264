import { strict as assert } from 'node:assert';
import { describe, expect, it } from 'vitest';
import { failure, success } from '../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../src/domain/errors/index.ts';
import type { SetupForm } from '../src/domain/setup/index.ts';
import type { Position } from '../src/domain/telemetry/index.ts';
import { createSetupMachine, type SetupEffects, type SetupStart } from '../src/machines/setup/index.ts';
import { machineCoverage } from './coverage.ts';
import { testModel } from './machineWalks.ts';
import { MODELS } from './models.ts';
import type { PathDriver } from './testModel.ts';
import { bug, refused, runByHand, settle } from './workflow.ts';

type Answers = Omit<SetupEffects, 'unexpectedText'>;
const form = { account_name: 'Harbour Fleet', username: 'ada' } as SetupForm;
const wrongCode = failure({
  code: ERROR.validation,
  message: 'wrong',
  correlationId: '1',
  fields: [{ field: 'code', message: 'wrong' }],
});
const tracker = { identifier: '356307042441013', protocol: 'teltonika', model: 'FMB920' } as const;

function createSetup() {
  const asked: string[] = [];
  let open: (answer: Awaited<ReturnType<Answers['begin']>>) => void = () => undefined;
  let look: (answer: Awaited<ReturnType<Answers['lastPosition']>>) => void = () => undefined;
  const answers: Answers = {
    begin: () => new Promise((resolve) => (open = resolve)),
    check: async () => success({}),
    create: async () => success({}),
    testMail: async () => success({ outcome: 'sent', recipient: 'ada@harbour.example', reason: '' }),
    claim: async () => success({ unit_id: 7, name: 'Van 1' }),
    lastPosition: () => new Promise((resolve) => (look = resolve)),
  };
  const machine = createSetupMachine({
    begin: (signal) => answers.begin(signal),
    check: (code, signal) => (asked.push(`check ${code}`), answers.check(code, signal)),
    create: (input, signal) => (asked.push(`create ${input.username} ${input.code}`), answers.create(input, signal)),
    testMail: (signal) => answers.testMail(signal),
    claim: (input, signal) => (asked.push(`claim ${input.identifier} ${input.name}`), answers.claim(input, signal)),
    lastPosition: (unitId, signal) => (asked.push(`look ${unitId}`), answers.lastPosition(unitId, signal)),
    unexpectedText: () => 'Unexpected',
  });
  const page = runByHand(machine, chart.inspect);
  const answered = (answer: () => void) => async () => {
    answer();
    await settle();
  };
  return {
    ...page,
    answers,
    asked,
    opened: (answer: Parameters<typeof open>[0]) => answered(() => open(answer))(),
    looked: (answer: Parameters<typeof look>[0]) => answered(() => look(answer))(),
  };
}

const chart = machineCoverage(createSetupMachine({} as SetupEffects));

function driverOf({ actor, answers, asked, send, wait, opened, looked }: ReturnType<typeof createSetup>): PathDriver {
  const begins = (start: SetupStart) => () => opened(success(start));
  const retry = (answer: Parameters<typeof opened>[0]) => async () => {
    await send({ type: 'setup.retry' });
    await opened(answer);
  };
  const check = (answer: Awaited<ReturnType<Answers['check']>>) => async () => {
    answers.check = async () => answer;
    await send({ type: 'setup.check', code: ' ABCD-EFGH-JKLM ' });
    assert.equal(asked.at(-1), 'check ABCD-EFGH-JKLM');
  };
  const create = (answer: Awaited<ReturnType<Answers['create']>>) => async () => {
    answers.create = async () => answer;
    await send({ type: 'setup.create', form });
    assert.equal(asked.at(-1), 'create ada ABCD-EFGH-JKLM', 'the code goes along');
  };
  const mail = (code?: ErrorCode) => async () => {
    answers.testMail = async () =>
      code ? refused(code) : success({ outcome: 'unconfigured', recipient: 'ada@harbour.example', reason: '' });
    await send({ type: 'setup.testMail' });
  };
  const claim = (code?: ErrorCode) => async () => {
    answers.claim = async () => (code ? refused(code) : success({ unit_id: 7, name: 'Van 1' }));
    await send({
      type: 'setup.claim',
      form: { name: 'Van 1', kind: 'van', device_model: 'FMB920', manufacturer: 'Teltonika' },
    });
    assert.ok(asked.includes('claim 356307042441013 Van 1'));
  };
  const report =
    (answer: Parameters<typeof looked>[0], isLast = false) =>
    async () => {
      await looked(answer);
      if (isLast) return;
      const before = asked.length;
      await wait(2);
      assert.equal(asked.length, before + 1, 'it is looked at again');
    };
  const snapshot = () => actor.getSnapshot();
  const at =
    (value: Parameters<ReturnType<typeof snapshot>['matches']>[0], hasProblem = false) =>
    () => {
      assert.ok(
        snapshot().matches(value),
        `${JSON.stringify(value)} expected, found ${JSON.stringify(snapshot().value)}`,
      );
      assert.equal(snapshot().context.problem !== null, hasProblem);
    };
  const mailIs =
    (outcome: string | undefined, hasProblem = false) =>
    () => {
      at({ mail: 'ready' }, hasProblem)();
      if (outcome !== undefined) assert.equal(snapshot().context.mail?.outcome, outcome);
    };
  return {
    acts: {
      'server.waits': begins('code'),
      'server.isSetUp': begins('over'),
      'server.knowsUs': begins('steps'),
      'server.away': () => opened(refused(ERROR.network)),
      'retry.waits': retry(success('code')),
      'retry.away': retry(refused(ERROR.unavailable)),
      'code.right': check(success({})),
      'code.wrong': check(wrongCode),
      'code.tooLate': check(refused(ERROR.conflict)),
      'owner.created': create(success({})),
      'owner.refused': create(refused(ERROR.unavailable)),
      'owner.codeChanged': create(wrongCode),
      'owner.tooLate': create(refused(ERROR.conflict)),
      'owner.back': () => send({ type: 'setup.back' }),
      'mail.sent': mail(),
      'mail.refused': mail(ERROR.tooManyRequests),
      'mail.skipped': () => send({ type: 'setup.next' }),
      'people.done': () => send({ type: 'setup.next' }),
      'people.back': () => send({ type: 'setup.back' }),
      'tracker.chosen': () => send({ type: 'setup.choose', tracker }),
      'tracker.back': () => send({ type: 'setup.back' }),
      'claim.done': claim(),
      'claim.refused': claim(ERROR.validation),
      'claim.back': () => send({ type: 'setup.back' }),
      'report.none': report(success(null)),
      'report.unknown': report(refused(ERROR.network)),
      'report.came': report(success({ unit_id: 7 } as Position), true),
    },
    looks: {
      opening: at('opening'),
      unreachable: at('unreachable', true),
      code: at({ code: 'typing' }),
      codeRefused: at({ code: 'typing' }, true),
      owner: at({ owner: 'editing' }),
      ownerRefused: at({ owner: 'editing' }, true),
      mail: mailIs(undefined),
      mailAnswered: mailIs('unconfigured'),
      mailRefused: mailIs(undefined, true),
      mailAgain: mailIs(undefined),
      people: at('people'),
      waiting: at({ tracker: 'waiting' }),
      claiming: at({ tracker: 'claiming' }),
      claimRefused: at({ tracker: 'claiming' }, true),
      reporting: at({ tracker: 'asking' }),
      over: at('over'),
      placed() {
        at('placed')();
        assert.equal(snapshot().context.position?.unit_id, 7);
      },
    },
  };
}

testModel({ model: MODELS.setup, chart, drive: () => driverOf(createSetup()) });

describe('what the model leaves open', () => {
  it('survives bugs at each step and lets one try again', async () => {
    const { actor, answers, opened, looked, send, wait } = createSetup();
    const problem = () => actor.getSnapshot().context.problem?.message;
    await opened(refused(ERROR.network));
    const { begin } = answers;
    answers.begin = bug;
    await send({ type: 'setup.retry' });
    expect([actor.getSnapshot().value, problem()]).toEqual(['unreachable', 'Unexpected']);
    answers.begin = begin;
    await send({ type: 'setup.retry' });
    await opened(success('code'));
    for (const [step, event] of [
      ['check', { type: 'setup.check', code: 'A' }],
      ['create', { type: 'setup.create', form }],
    ] as const) {
      const good = answers[step];
      answers[step] = bug;
      await send(event);
      expect(problem()).toBe('Unexpected');
      Object.assign(answers, { [step]: good });
      await send(event);
    }
    answers.testMail = bug;
    await send({ type: 'setup.testMail' });
    expect(problem()).toBe('Unexpected');
    await send({ type: 'setup.next' });
    await send({ type: 'setup.next' });
    await send({ type: 'setup.choose', tracker });
    const { claim } = answers;
    answers.claim = bug;
    await send({
      type: 'setup.claim',
      form: { name: 'Van 1', kind: 'van', device_model: 'FMB920', manufacturer: 'Teltonika' },
    });
    expect(problem()).toBe('Unexpected');
    answers.claim = claim;
    const { lastPosition } = answers;
    answers.lastPosition = bug;
    await send({
      type: 'setup.claim',
      form: { name: 'Van 1', kind: 'van', device_model: 'FMB920', manufacturer: 'Teltonika' },
    });
    answers.lastPosition = lastPosition;
    await wait(2);
    await looked(success({ unit_id: 7 } as Position));
    expect(actor.getSnapshot().value).toBe('placed');
  });
});

it('the statechart has no transition that was not walked', () => expect(chart.missing()).toEqual([]));
