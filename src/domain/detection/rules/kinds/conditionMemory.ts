import { RULE, SECOND, type Instant } from '../../../base/index.ts';
import { combine, evaluateCondition, isLasting, type RuleReport, type RuleTest, type Truth } from './condition.ts';

/**
 * What reports last said of each condition of a rule, changed in place, as reports are many. Of a condition that
 * reports say nothing of for {@link RULE.memory} seconds it is unknown again whether it holds.
 */
export class ConditionMemory {
  readonly truths: Truth[];
  /** When a report last said so of each; −1: long ago. */
  readonly said: Instant[];

  constructor(truths: readonly Truth[], said?: readonly Instant[]) {
    this.truths = [...truths];
    this.said = truths.map((_, place) => said?.[place] ?? -1);
  }

  /**
   * Takes in a report that follows those before; `sensors`: of each condition the place of its sensor. Answers whether
   * the rule holds then: null where that is not known, or the report says nothing of any condition.
   */
  hear({ match, conditions }: RuleTest, report: RuleReport, sensors: readonly number[]): Truth {
    const { truths, said } = this;
    let isSaid = false;
    for (let place = 0; place < truths.length; place++) {
      const truth = evaluateCondition(conditions[place], report, sensors[place], truths[place]);
      if (truth === null) continue;
      truths[place] = truth;
      said[place] = report.time;
      isSaid = true;
    }
    if (!isSaid) return null;
    for (let place = 0; place < truths.length; place++)
      if (report.time - said[place] > RULE.memory * SECOND && !isLasting(conditions[place])) truths[place] = null;
    return combine(match, truths);
  }

  forget(): void {
    this.truths.fill(null);
  }
}
