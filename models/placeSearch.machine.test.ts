import { strict as assert } from 'node:assert';
import { expect, it } from 'vitest';
import { success } from '../src/domain/base/index.ts';
import { ERROR } from '../src/domain/errors/index.ts';
import { createPlaceSearchMachine, type PlaceSearchEffects } from '../src/machines/placeSearch/index.ts';
import type { Answered } from '../src/machines/shared/index.ts';
import { machineCoverage } from './coverage.ts';
import { testModel } from './machineWalks.ts';
import { MODELS } from './models.ts';
import type { PathDriver } from './testModel.ts';
import { refused, runByHand, settle } from './workflow.ts';

interface Waiting {
  resolve(answer: Answered<unknown>): void;
  reject(error: Error): void;
}

const chart = machineCoverage(createPlaceSearchMachine({} as PlaceSearchEffects<string>));

function createSearch() {
  const kept: string[] = [];
  const signals: AbortSignal[] = [];
  let waiting: Waiting | null = null;
  const wait = (signal: AbortSignal) =>
    new Promise<Answered<unknown>>((resolve, reject) => {
      signals.push(signal);
      waiting = { resolve, reject };
    });
  const machine = createPlaceSearchMachine<string>({
    open: wait,
    read: wait,
    keep: (shape) => void kept.push(shape),
    unexpectedText: () => 'Unexpected',
  });
  return {
    kept,
    signals,
    ...runByHand(machine, chart.inspect),
    async answer(act: (waiting: Waiting) => void) {
      assert.ok(waiting, 'nothing was asked');
      act(waiting);
      await settle();
    },
  };
}

function driverOf({ kept, signals, actor, send, answer }: ReturnType<typeof createSearch>): PathDriver {
  const at =
    (value: 'idle' | 'drawing' | 'asking' | 'streaming' | 'done' | 'cancelled' | 'failed', hasProblem = false) =>
    () => {
      const snapshot = actor.getSnapshot();
      assert.ok(snapshot.matches(value), `${value} expected, found ${JSON.stringify(snapshot.value)}`);
      assert.equal(snapshot.context.problem !== null, hasProblem);
    };
  const succeed = () => answer(({ resolve }) => resolve(success({})));
  const refuse = () => answer(({ resolve }) => resolve(refused(ERROR.network)));
  const fail = () => answer(({ reject }) => reject(new Error('a bug in an effect')));
  return {
    acts: {
      'draw.begun': () => send({ type: 'place.draw' }),
      async 'draw.done'() {
        await send({ type: 'place.drawn', shape: 'a circle' });
        assert.equal(kept.at(-1), 'a circle');
      },
      'draw.left': () => send({ type: 'place.leaveDrawing' }),
      'ask.sent': () => send({ type: 'place.ask' }),
      async 'search.cancelled'() {
        await send({ type: 'place.cancel' });
        assert.ok(signals.at(-1)?.aborted, 'the search on the server is aborted');
      },
      'server.found': succeed,
      'server.refused': refuse,
      'server.failed': fail,
      'server.finished': succeed,
      'server.broke': refuse,
      'server.readFailed': fail,
    },
    looks: {
      idle: at('idle'),
      drawing: at('drawing'),
      waiting: at('asking'),
      found: at('streaming'),
      done: at('done'),
      cancelled: at('cancelled'),
      failed: at('failed', true),
    },
  };
}

testModel({ model: MODELS.placeSearch, chart, drive: () => driverOf(createSearch()) });

it('the statechart has no transition that was not walked', () => expect(chart.missing()).toEqual([]));
