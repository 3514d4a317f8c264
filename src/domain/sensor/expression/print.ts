import type { Expression, Operator } from './types.ts';

const TIGHTNESS: Readonly<Record<Operator, number>> = { '|': 1, '+': 2, '-': 2, '*': 3, '/': 3, '^': 5 };
const SIGN = 4;
const WHOLE = 6;

/** Writes a tree as a text that reads back as the same tree, with no more parentheses than it needs. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return printNumber(expression.value);
    case 'parameter':
      return `${expression.previous ? '#' : ''}${expression.name}${expression.bit === null ? '' : `:${expression.bit}`}`;
    case 'sensor':
      return `[${expression.name}]`;
    case 'negate':
      return `-${within(expression.operand, SIGN)}`;
    case 'binary':
      return printBinary(expression.operator, expression.left, expression.right);
  }
}

/** A number with a sign is written as a constant, for a minus alone would be an operator. */
function printNumber(value: number): string {
  return value < 0 || Object.is(value, -0) ? `const-${Math.abs(value)}` : String(value);
}

function printBinary(operator: Operator, left: Expression, right: Expression): string {
  const level = TIGHTNESS[operator];
  // What groups from the left needs parentheses on the right of its like, and the power the other way round.
  if (operator === '^') return `${within(left, WHOLE)}^${within(right, SIGN)}`;
  return `${within(left, level)} ${operator} ${within(right, level + 1)}`;
}

function within(expression: Expression, least: number): string {
  const text = printExpression(expression);
  return tightness(expression) < least ? `(${text})` : text;
}

function tightness(expression: Expression): number {
  if (expression.kind === 'binary') return TIGHTNESS[expression.operator];
  return expression.kind === 'negate' ? SIGN : WHOLE;
}
