import { createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { AccountSwitchModelEventType, AccountSwitchModelState } from './accountSwitch.model.ts';
import { MODELS } from './models.ts';
import { machineCoverage } from './coverage.ts';
import { testModel } from './machineWalks.ts';
import { membership } from './session.answers.ts';
import { failure, success, type AccountId } from '../src/domain/base/index.ts';
import { ERROR } from '../src/domain/errors/index.ts';
import { createAccountSwitchMachine, type AccountSwitchEffects } from '../src/machines/accountSwitch/index.ts';
import { bug } from './workflow.ts';

const CURRENT = 1 as AccountId;
const OTHER = 2 as AccountId;
const BLOCKED = 3 as AccountId;
const accounts = [membership(1), membership(2), { ...membership(3), status: 'blocked' as const }];
const refused = failure({
  code: ERROR.notFound,
  message: 'This account is no longer available to you.',
  correlationId: 'a1',
});
const away = failure({ code: ERROR.network, message: 'away', correlationId: null });

const idle: AccountSwitchEffects = {
  accounts: async () => success(accounts),
  ask: async () => success(null),
  leaveFor: () => undefined,
  unexpectedText: () => '',
};
const chartCoverage = machineCoverage(createAccountSwitchMachine(idle, CURRENT));

/** A switcher over answers that the test sets. */
function open() {
  const answers = { ...idle };
  const left: AccountId[] = [];
  const machine = createAccountSwitchMachine(
    {
      accounts: (signal) => answers.accounts(signal),
      ask: (id, signal) => answers.ask(id, signal),
      leaveFor: (id) => left.push(id),
      unexpectedText: () => 'unexpected',
    },
    CURRENT,
  );
  const actor = createActor(machine, { inspect: chartCoverage.inspect });
  actor.start();
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const act = async (
    event: Parameters<typeof actor.send>[0],
    change: Partial<AccountSwitchEffects> = {},
  ): Promise<void> => {
    Object.assign(answers, idle, change);
    actor.send(event);
    await settle();
  };
  const choose = (accountId: AccountId, change?: Partial<AccountSwitchEffects>) =>
    act({ type: 'accountSwitch.choose', accountId }, change);
  const acts: Record<AccountSwitchModelEventType, () => Promise<void>> = {
    'open.listed': () => act({ type: 'accountSwitch.open' }),
    'open.listFailed': () => act({ type: 'accountSwitch.open' }, { accounts: async () => away }),
    'open.listBroke': () => act({ type: 'accountSwitch.open' }, { accounts: bug }),
    'retry.listed': () => act({ type: 'accountSwitch.retry' }),
    'retry.listFailed': () => act({ type: 'accountSwitch.retry' }, { accounts: async () => away }),
    'choose.current': () => choose(CURRENT),
    'choose.blocked': () => choose(BLOCKED),
    'choose.unknown': () => choose(99 as AccountId),
    'choose.entered': () => choose(OTHER),
    'choose.refused': () => choose(OTHER, { ask: async () => refused }),
    'choose.broke': () => choose(OTHER, { ask: bug }),
    close: () => act({ type: 'accountSwitch.close' }),
  };
  const looks: Record<AccountSwitchModelState, () => void> = {
    closed: () => expect(actor.getSnapshot().hasTag('open')).toBe(false),
    listed: () =>
      expect([
        actor.getSnapshot().value,
        actor.getSnapshot().context.accounts,
        actor.getSnapshot().context.problem,
      ]).toEqual([{ open: 'choosing' }, accounts, null]),
    listFailed: () =>
      expect([actor.getSnapshot().value, actor.getSnapshot().context.problem?.message]).toEqual([
        { open: 'failed' },
        expect.stringMatching(/away|unexpected/),
      ]),
    refused: () =>
      expect([actor.getSnapshot().value, actor.getSnapshot().context.problem?.message]).toEqual([
        { open: 'choosing' },
        expect.stringMatching(/no longer|unexpected/),
      ]),
    gone: () => expect([actor.getSnapshot().hasTag('busy'), left.at(-1)]).toEqual([true, OTHER]),
  };
  return { actor, acts, looks, left, answers, settle };
}

testModel({ model: MODELS.accountSwitch, chart: chartCoverage, drive: open });

describe('what the model leaves open', () => {
  it('an answer that comes after closing changes nothing and goes nowhere', async () => {
    const { actor, acts, left, answers, settle } = open();
    await acts['open.listed']();
    let answer: () => void = () => undefined;
    answers.ask = () => new Promise((resolve) => (answer = () => resolve(success(null))));
    actor.send({ type: 'accountSwitch.choose', accountId: OTHER });
    actor.send({ type: 'accountSwitch.close' });
    answer();
    await settle();
    expect([actor.getSnapshot().value, left]).toEqual(['closed', []]);
  });

  it('one choice at a time', async () => {
    const { actor, acts, left, answers, settle } = open();
    await acts['open.listed']();
    const asked: AccountId[] = [];
    answers.ask = async (id) => (asked.push(id), success(null));
    actor.send({ type: 'accountSwitch.choose', accountId: OTHER });
    actor.send({ type: 'accountSwitch.choose', accountId: OTHER });
    await settle();
    expect([asked, left]).toEqual([[OTHER], [OTHER]]);
  });

  it('walks every arrow of the statechart', () => {
    expect(chartCoverage.missing()).toEqual([]);
  });
});
