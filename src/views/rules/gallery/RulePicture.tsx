import { createElement, type ReactNode } from 'react';
import type { RuleCondition } from '../../../domain/rule/index.ts';
import { ruleIcon } from './ruleKinds.ts';

/** The picture of what a rule asks for, beside words that say the same. */
export function RulePicture({ conditions }: { conditions: readonly RuleCondition[] }): ReactNode {
  return createElement(ruleIcon(conditions), { 'aria-hidden': true });
}
