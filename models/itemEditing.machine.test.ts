import { strict as assert } from 'node:assert';
import { expect, it } from 'vitest';
import { success } from '../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../src/domain/errors/index.ts';
import { createItemEditingMachine, type ItemEditingEffects } from '../src/machines/itemEditing/index.ts';
import { machineCoverage } from './coverage.ts';
import { testModel } from './machineWalks.ts';
import { MODELS } from './models.ts';
import type { PathDriver } from './testModel.ts';
import { bug, refused, runByHand } from './workflow.ts';

type Effects = ItemEditingEffects<string, string>;

const chart = machineCoverage(createItemEditingMachine({} as Effects));

function createEditing() {
  const done: string[] = [];
  const answers: Pick<Effects, 'save' | 'remove'> = {
    save: async (_, form) => success(form),
    remove: async () => success({}),
  };
  const machine = createItemEditingMachine<string, string>({
    save: (id, form, signal) => (done.push(`save ${id} ${form}`), answers.save(id, form, signal)),
    remove: (id, signal) => (done.push(`remove ${id}`), answers.remove(id, signal)),
    saved: (item, isNew) => void done.push(`${isNew ? 'added' : 'changed'} ${item}`),
    removed: () => void done.push('removed'),
    unexpectedText: () => 'Unexpected',
  });
  return { done, answers, ...runByHand(machine, chart.inspect) };
}

function driverOf({ done, answers, actor, send }: ReturnType<typeof createEditing>): PathDriver {
  const snapshot = () => actor.getSnapshot();
  const save = (code?: ErrorCode) => async () => {
    const { id } = snapshot().context;
    answers.save = async (_, form) => (code ? refused(code) : success(form));
    await send({ type: 'item.save', form: 'Fuel' });
    assert.equal(done.at(-1), code ? `save ${id} Fuel` : id === null ? 'added Fuel' : 'changed Fuel');
  };
  const remove = (code?: ErrorCode) => async () => {
    answers.remove = async () => (code ? refused(code) : success({}));
    await send({ type: 'item.confirm' });
    assert.equal(done.at(-1), code ? 'remove 8' : 'removed');
  };
  const at = (value: 'listing' | 'editing' | 'confirmingRemoval', hasProblem: boolean | null) => () => {
    assert.ok(snapshot().matches(value), JSON.stringify(snapshot().value));
    if (hasProblem !== null) assert.equal(snapshot().context.problem !== null, hasProblem);
  };
  return {
    acts: {
      add: () => send({ type: 'item.add' }),
      edit: () => send({ type: 'item.edit', id: 7 }),
      remove: () => send({ type: 'item.remove', id: 8 }),
      close: () => send({ type: 'item.close' }),
      'save.done': save(),
      'save.refused': save(ERROR.validation),
      'save.serverAway': save(ERROR.network),
      'remove.done': remove(),
      'remove.refused': remove(ERROR.conflict),
      'remove.serverAway': remove(ERROR.network),
    },
    looks: {
      list: at('listing', false),
      writing: at('editing', false),
      writingRefused: at('editing', true),
      asking: at('confirmingRemoval', false),
      askingRefused: at('confirmingRemoval', true),
    },
  };
}

testModel({ model: MODELS.itemEditing, chart, drive: () => driverOf(createEditing()) });

it('survives bugs, says so, and takes another try', async () => {
  const { actor, answers, send, done } = createEditing();
  answers.save = bug;
  await send({ type: 'item.edit', id: 7 });
  await send({ type: 'item.save', form: 'Fuel' });
  expect([actor.getSnapshot().value, actor.getSnapshot().context.problem]).toMatchObject([
    'editing',
    { code: ERROR.exception, message: 'Unexpected' },
  ]);
  answers.save = async (_, form) => success(form);
  await send({ type: 'item.save', form: 'Fuel 2' });
  expect(done.at(-1)).toBe('changed Fuel 2');
  answers.remove = bug;
  await send({ type: 'item.remove', id: 8 });
  await send({ type: 'item.confirm' });
  expect([actor.getSnapshot().value, actor.getSnapshot().context.problem?.message]).toEqual([
    'confirmingRemoval',
    'Unexpected',
  ]);
});

it('the statechart has no transition that was not walked', () => expect(chart.missing()).toEqual([]));
