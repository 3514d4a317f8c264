import { expect, test } from 'vitest';
import { batched } from './batched.ts';

/** Answers when it is asked to. */
function openBatch() {
  const asked: number[][] = [];
  const pending: (() => void)[] = [];
  const ask = batched<number, string>((keys) => {
    asked.push([...keys]);
    return new Promise((resolve) =>
      pending.push(() => resolve(keys.map((key) => (key < 0 ? new Error(`no ${key}`) : `${key}`)))),
    );
  }, 3);
  return {
    ask,
    asked,
    answer: () => pending.shift()?.(),
    turn: () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve))),
  };
}

test('calls of one turn are one question', async () => {
  const { ask, asked, answer, turn } = openBatch();
  const answers = Promise.all([ask(1), ask(2)]);
  await turn();
  expect(asked).toEqual([[1, 2]]);
  answer();
  expect(await answers).toEqual(['1', '2']);
});

test('calls that come while one is answered wait and go together', async () => {
  const { ask, asked, answer, turn } = openBatch();
  const first = ask(1);
  await turn();
  const rest = [ask(2)];
  await turn();
  rest.push(ask(3));
  await turn();
  expect(asked).toEqual([[1]]);
  answer();
  await first;
  await turn();
  expect(asked).toEqual([[1], [2, 3]]);
  answer();
  expect(await Promise.all(rest)).toEqual(['2', '3']);
});

test('no question is longer than allowed', async () => {
  const { ask, asked, answer, turn } = openBatch();
  const answers = Promise.all([1, 2, 3, 4].map(ask));
  await turn();
  expect(asked.map(({ length }) => length)).toEqual([3, 1]);
  answer();
  answer();
  expect(await answers).toEqual(['1', '2', '3', '4']);
});

test('one that fails fails alone', async () => {
  const { ask, answer, turn } = openBatch();
  const [good, bad] = [ask(1), ask(-1)];
  const refused = expect(bad).rejects.toThrow('no -1');
  await turn();
  answer();
  expect(await good).toBe('1');
  await refused;
});

test('a question that could not be asked fails for all of it, and the next is asked', async () => {
  let asked = 0;
  const ask = batched<number, number>(
    (keys) => (asked++ === 0 ? Promise.reject(new Error('away')) : Promise.resolve(keys)),
    3,
  );
  await Promise.all([expect(ask(1)).rejects.toThrow('away'), expect(ask(2)).rejects.toThrow('away')]);
  expect(await ask(3)).toBe(3);
});
