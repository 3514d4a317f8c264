import { strict as assert } from 'node:assert';
import { expect, it } from 'vitest';
import { SHAPE } from '../src/domain/base/index.ts';
import { emptyShape, type DraftShape, type LonLat } from '../src/domain/geometry/index.ts';
import { createDrawingMachine } from '../src/machines/drawing/index.ts';
import { machineCoverage } from './coverage.ts';
import { testModel } from './machineWalks.ts';
import { MODELS } from './models.ts';
import type { PathDriver } from './testModel.ts';
import { runByHand } from './workflow.ts';

const chart = machineCoverage(createDrawingMachine());

const polygon = (...points: LonLat[]): DraftShape => ({ type: 'polygon', coordinates: [points] });
/** Another square each time: what does not differ is no change. */
let side = 0;
const square = (): DraftShape => {
  const far = 1 + ++side / 1_000;
  return polygon([0, 0], [far, 0], [far, far], [0, far]);
};
const bow = (): DraftShape => polygon([0, 0], [2, 2], [2, 0], [0, 2 + ++side / 1_000]);

const createDrawing = () => runByHand(createDrawingMachine(), chart.inspect, { draft: null });

function driverOf({ actor, send }: ReturnType<typeof createDrawing>): PathDriver {
  const snapshot = () => actor.getSnapshot();
  const drawn = (draft: () => DraftShape) => () => send({ type: 'drawing.drawn', draft: draft() });
  const changed = (draft: () => DraftShape) => () => send({ type: 'drawing.change', draft: draft() });
  const at = (value: 'whole' | 'faulty' | 'incomplete') => () => {
    assert.ok(snapshot().matches({ editing: value }), JSON.stringify(snapshot().value));
    assert.equal(snapshot().context.fault !== null, value === 'faulty');
    assert.equal(snapshot().context.shape === null, value === 'incomplete');
  };
  const isIn = (value: 'empty' | 'drawing' | 'hole') => () => assert.equal(snapshot().value, value);
  return {
    acts: {
      begin: () => send({ type: 'drawing.begin', tool: 'polygon' }),
      'draw.whole': drawn(square),
      'draw.faulty': drawn(bow),
      cancel: () => send({ type: 'drawing.cancel' }),
      hole: () => send({ type: 'drawing.beginHole' }),
      drawHole: drawn(() => ({
        type: 'polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
          [
            [0.2, 0.2],
            [0.4, 0.2],
            [0.4, 0.4],
          ],
        ],
      })),
      'move.whole': changed(square),
      'move.faulty': changed(bow),
      'points.incomplete': changed(() => emptyShape('corridor')),
      async undo() {
        await send({ type: 'drawing.undo' });
        // Back to the shape that was cleared away, whatever it was, then to one that is whole.
        await send({ type: 'drawing.change', draft: square() });
      },
      clear: () => send({ type: 'drawing.clear' }),
      'load.other': () => send({ type: 'drawing.load', draft: square() }),
      'load.none': () => send({ type: 'drawing.load', draft: null }),
    },
    looks: {
      empty: isIn('empty'),
      drawing: isIn('drawing'),
      drawingOver: isIn('drawing'),
      whole: at('whole'),
      hole: isIn('hole'),
      faulty: at('faulty'),
      incomplete: at('incomplete'),
      loaded() {
        at('whole')();
        assert.deepEqual(snapshot().context.past, []);
      },
      cleared: isIn('empty'),
    },
  };
}

testModel({ model: MODELS.drawing, chart, drive: () => driverOf(createDrawing()) });

it('undoes and redoes what was drawn, change by change, and forgets what was undone once something else is drawn', async () => {
  const { actor, send } = createDrawing();
  const [one, two, other] = [square(), square(), square()];
  const draft = () => actor.getSnapshot().context.draft;
  await send({ type: 'drawing.undo' });
  expect(draft()).toBeNull();
  await send({ type: 'drawing.begin', tool: 'polygon' });
  await send({ type: 'drawing.drawn', draft: one });
  await send({ type: 'drawing.change', draft: two });
  await send({ type: 'drawing.undo' });
  expect(draft()).toBe(one);
  await send({ type: 'drawing.undo' });
  expect([draft(), actor.getSnapshot().value]).toEqual([null, 'empty']);
  await send({ type: 'drawing.redo' });
  await send({ type: 'drawing.redo' });
  expect(draft()).toBe(two);
  await send({ type: 'drawing.redo' });
  expect(draft()).toBe(two);
  await send({ type: 'drawing.undo' });
  await send({ type: 'drawing.change', draft: other });
  await send({ type: 'drawing.redo' });
  expect(draft()).toBe(other);
});

it('keeps a bounded number of changes', async () => {
  const { actor, send } = createDrawing();
  for (let change = 0; change < SHAPE.undoSteps + 5; change++) await send({ type: 'drawing.change', draft: square() });
  expect(actor.getSnapshot().context.past).toHaveLength(SHAPE.undoSteps);
});

it('names the fault of what was drawn with its place, and cuts no hole into what is no polygon', async () => {
  const { actor, send } = createDrawing();
  await send({ type: 'drawing.change', draft: bow() });
  expect(actor.getSnapshot().context.fault).toMatchObject({
    code: 'crossing',
    ring: 1,
    place: [expect.any(Number), expect.any(Number)],
  });
  await send({ type: 'drawing.change', draft: { type: 'circle', center: [1, 2], radius: 500 } });
  await send({ type: 'drawing.beginHole' });
  expect(actor.getSnapshot().matches({ editing: 'whole' })).toBe(true);
});

it('the statechart has no transition that was not walked', () => expect(chart.missing()).toEqual([]));
