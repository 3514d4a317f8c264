import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { createCoverage } from './coverage.ts';
import { MODELS } from './models.ts';
import { modelGraph, type PathDriver } from './testModel.ts';
import { tourOf } from './tour.ts';

/** A lamp that burns out, and is then of no use. */
const lamp = createMachine({
  initial: 'off',
  states: { off: { on: { press: 'on' } }, on: { on: { press: 'off', dim: 'on', burnOut: 'dark' } }, dark: {} },
});

const driver = (change: Partial<PathDriver> = {}): PathDriver & { readonly done: string[] } => {
  const done: string[] = [];
  const note = (word: string) => async () => void done.push(word);
  return {
    done,
    acts: { press: note('press'), dim: note('dim'), burnOut: note('burn out') },
    looks: { off: note('off?'), on: note('on?'), dark: note('dark?') },
    ...change,
  };
};

describe('paths of a model', () => {
  it('walk every transition, also one that leads back to its own state', () => {
    const { paths, transitions } = modelGraph(lamp);
    expect(transitions).toHaveLength(4);
    expect(paths.map(({ title }) => title).toSorted()).toEqual(['press > burnOut', 'press > dim', 'press > press']);
  });

  it('leave out what a system cannot bring about, and what lies behind it', () => {
    const { transitions } = modelGraph(lamp, (event) => event !== 'burnOut');
    expect(transitions.map(({ from, event, to }) => `${from} ${event} ${to}`)).toEqual([
      'off press on',
      'on press off',
      'on dim on',
    ]);
  });

  it('look at the start and after each act, and report each transition that was walked', async () => {
    const { pathOf, transitions } = modelGraph(lamp);
    const coverage = createCoverage('Lamp', transitions);
    const drives = driver();
    await pathOf('on', ['dim', 'press']).walk(drives, coverage.record);
    expect(drives.done).toEqual(['on?', 'dim', 'on?', 'press', 'off?']);
    expect(coverage.walked).toBe(2);
    expect(coverage.isFull).toBe(false);
  });

  it('say which transition of which path failed, at the act or at the look', async () => {
    const { pathOf } = modelGraph(lamp);
    const broken = async (): Promise<never> => {
      throw new Error('no light');
    };
    const path = pathOf('off', ['press', 'dim']);
    const dim = driver({ acts: { press: async () => undefined, dim: broken } });
    await expect(path.walk(dim)).rejects.toThrow(
      'The act failed at on --dim--> on of the path "press > dim" from "off": no light',
    );
    const dark = driver({ looks: { off: async () => undefined, on: broken } });
    await expect(path.walk(dark)).rejects.toThrow('The look failed at off --press--> on');
  });

  it('fail where a driver lacks an act or a look', async () => {
    const { pathOf } = modelGraph(lamp);
    await expect(pathOf('off', ['press']).walk(driver({ acts: {} }))).rejects.toThrow(
      'has no act for off --press--> on',
    );
    await expect(pathOf('off', ['press']).walk(driver({ looks: {} }))).rejects.toThrow('has no look for the start');
  });
});

describe('the tour of a model', () => {
  it('goes on where the last leg ended, and starts again where nothing leads on', () => {
    const legs = tourOf(modelGraph(lamp));
    expect(legs.map(({ path: { from, title }, isFresh }) => `${isFresh ? 'start: ' : ''}${from} ${title}`)).toEqual([
      'start: off press',
      'on press',
      'off press > dim',
      'on burnOut',
    ]);
  });

  it.each(Object.entries(MODELS))('%s: walks every transition, each leg from where it stands', (_, { machine }) => {
    const graph = modelGraph(machine);
    const coverage = createCoverage('Tour', graph.transitions);
    let at = '';
    for (const { path, isFresh } of tourOf(graph)) {
      expect(path.from).toBe(isFresh ? graph.initial : at);
      path.transitions.forEach(coverage.record);
      at = path.transitions.at(-1)?.to ?? '';
    }
    expect(coverage.missing()).toEqual([]);
  });
});
