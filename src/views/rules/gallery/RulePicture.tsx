import { createElement, type ReactNode } from 'react';
import { leavesOf, type RulePart } from '../../../domain/rule/index.ts';
import { ruleIcon } from './ruleKinds.ts';

/** The picture of what a rule asks for, beside words that say the same. */
export function RulePicture({ conditions }: { conditions: readonly RulePart[] }): ReactNode {
  return createElement(ruleIcon(leavesOf(conditions)), { 'aria-hidden': true });
}
