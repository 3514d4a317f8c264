import { afterAll, describe, expect, it } from 'vitest';
import { createCoverage, type Coverage } from './coverage.ts';
import type { BehaviourModel } from './models.ts';
import { modelGraph, type PathDriver } from './testModel.ts';

/** A model and the statechart that it is the behaviour of. */
export interface ModelledMachine {
  readonly model: BehaviourModel;
  /** Counts the statechart's own transitions, over all tests of the file; printed at the end beside the model's. */
  readonly chart: Coverage;
  /** A statechart of its own for each path. */
  drive(): PathDriver | Promise<PathDriver>;
}

/** Declares the tests that walk every transition of a model on its statechart. */
export function testModel({ model: { title, machine }, chart, drive }: ModelledMachine): void {
  const { paths, transitions } = modelGraph(machine);
  const coverage = createCoverage(`${title} on the statechart`, transitions);
  afterAll(() => console.log(`\n${coverage.table()}\n\n${chart.table()}\n`));
  describe(`every transition of the ${title.toLowerCase()}, walked on the statechart`, () => {
    it.each(paths.map((path) => [path.title, path] as const))('%s', async (_, path) =>
      path.walk(await drive(), coverage.record),
    );

    it('leaves none out', () => {
      expect(coverage.missing()).toEqual([]);
      expect(coverage.total).toBeGreaterThan(0);
    });
  });
}
