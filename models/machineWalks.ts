import { afterAll, describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { Coverage } from './coverage.ts';
import { titleOf, walk, walksOf, type WorkflowDriver } from './workflow.ts';

/** A model and the statechart that it is the behaviour of. */
export interface ModelledMachine {
  /** What the tests call it: `session model`. */
  readonly name: string;
  readonly model: AnyStateMachine;
  /** Counts the statechart's own arrows, over all tests of the file; printed at the end beside the model's. */
  readonly chart: Coverage;
  /** A statechart of its own for each path. */
  drive(): WorkflowDriver | Promise<WorkflowDriver>;
}

/** Declares the tests that walk every arrow of a model on its statechart. */
export function testModel({ name, model, chart, drive }: ModelledMachine): void {
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)} on the statechart`;
  const { paths, coverage } = walksOf(title, model);
  afterAll(() => console.log(`\n${coverage.table()}\n\n${chart.table()}\n`));
  describe(`every transition of the ${name}, walked on the statechart`, () => {
    it.each(paths.map((path) => [titleOf(path), path] as const))('%s', async (_, path) =>
      walk(path, await drive(), coverage),
    );

    it('leaves none out', () => {
      expect(coverage.missing()).toEqual([]);
      expect(coverage.total).toBeGreaterThan(0);
    });
  });
}
