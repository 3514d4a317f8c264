import { IGNITION } from '../../telemetry/index.ts';
import { inputOf, leavesOf, type RuleInput, type RuleReport, type RuleTest } from './kinds/index.ts';

/** Bits of a number; a rule that reads more is evaluated for every report. */
const MOST_INPUTS = 30;

/**
 * What the rules of a unit read of reports, each once, as bits: a report that carries nothing of what a rule reads
 * changes nothing of it, and need not be evaluated.
 */
export class RuleInputs {
  readonly #inputs: RuleInput[] = [];

  /** The inputs of a rule; 0: it is evaluated for every report. `sensors`: as in a watched rule. */
  add({ conditions }: Pick<RuleTest, 'conditions'>, sensors: readonly number[]): number {
    let bits = 0;
    for (const [place, condition] of leavesOf(conditions).entries()) {
      const input = inputOf(condition, sensors[place]);
      const bit = input === null ? 0 : this.#bitOf(input);
      if (bit === 0) return 0;
      bits |= bit;
    }
    return bits;
  }

  /** Those that the report carries. */
  carriedBy(report: RuleReport): number {
    let bits = 0;
    for (let place = 0; place < this.#inputs.length; place++)
      if (carries(report, this.#inputs[place])) bits |= 1 << place;
    return bits;
  }

  #bitOf(input: RuleInput): number {
    let place = this.#inputs.findIndex(({ part, of }) => part === input.part && of === input.of);
    if (place < 0) place = this.#inputs.push(input) - 1;
    return place < MOST_INPUTS ? 1 << place : 0;
  }
}

function carries(report: RuleReport, { part, of }: RuleInput): boolean {
  switch (part) {
    case 'speed':
      return !Number.isNaN(report.speed);
    case 'fix':
      return !Number.isNaN(report.latitude);
    case 'ignition':
      return report.ignition !== IGNITION.unknown;
    case 'sensor':
      return typeof of === 'number' && of >= 0 && !Number.isNaN(report.columns[of][report.row]);
    case 'attribute':
      return typeof of === 'string' && report.attribute(of, report.row) !== undefined;
  }
}
