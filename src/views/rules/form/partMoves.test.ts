import { describe, expect, it } from 'vitest';
import { RULE } from '../../../domain/base/index.ts';
import { newCondition } from '../../../domain/rule/index.ts';
import { moved, movesOf, without, type PartPath } from './partMoves.ts';
import { isTypedGroup, type TypedGroup, type TypedPart } from './ruleValues.ts';

const speed = (limit: number): TypedPart => ({ ...newCondition('speed'), limit });
const group = (...conditions: readonly TypedPart[]): TypedGroup => ({
  kind: 'group',
  negated: false,
  match: 'any',
  conditions,
});

type Shape = readonly (number | Shape)[];
/** Limits, groups as lists. */
const shapeOf = (parts: readonly TypedPart[]): Shape =>
  parts.map((part) => (isTypedGroup(part) ? shapeOf(part.conditions) : Number(part.limit)));
const names = (parts: readonly TypedPart[], path: PartPath): string[] =>
  movesOf(parts, path).map((act) => (act.move === 'into' ? `into ${act.group}` : act.move));

const RULE_PARTS = [speed(1), group(speed(2), speed(3)), speed(4)];

describe('conditions and groups of the form', () => {
  it('are moved within their list, into groups and out of them', () => {
    const act = (path: PartPath, move: Parameters<typeof moved>[2]) => {
      const { parts, path: to } = moved(RULE_PARTS, path, move);
      return [shapeOf(parts), to];
    };
    expect(act([0], { move: 'down' })).toEqual([[[2, 3], 1, 4], [1]]);
    expect(act([2], { move: 'up' })).toEqual([[1, 4, [2, 3]], [1]]);
    expect(act([0], { move: 'into', group: 1 })).toEqual([
      [[2, 3, 1], 4],
      [0, 2],
    ]);
    expect(act([2], { move: 'into', group: 1 })).toEqual([
      [1, [2, 3, 4]],
      [1, 2],
    ]);
    expect(act([1, 0], { move: 'out' })).toEqual([[1, [3], 2, 4], [2]]);
    expect(act([0], { move: 'wrap' })).toEqual([
      [[1], [2, 3], 4],
      [0, 0],
    ]);
    expect(act([1], { move: 'unwrap' })).toEqual([[1, 2, 3, 4], [1]]);
  });

  it('leave no empty group behind', () => {
    const { parts, path } = moved([group(speed(1)), speed(2)], [0, 0], { move: 'out' });
    expect([shapeOf(parts), path]).toEqual([[1, 2], [0]]);
    expect(shapeOf(without([group(group(speed(1))), speed(2)], [0, 0, 0]))).toEqual([2]);
    expect(shapeOf(without(RULE_PARTS, [1, 1]))).toEqual([1, [2], 4]);
  });

  it('go nowhere where the rule would have too many, or too many levels', () => {
    expect(names(RULE_PARTS, [0])).toEqual(['down', 'into 1', 'wrap']);
    expect(names(RULE_PARTS, [1])).toEqual(['up', 'down', 'wrap', 'unwrap']);
    expect(names(RULE_PARTS, [1, 1])).toEqual(['up', 'out', 'wrap']);
    const deep = [speed(1), group(group(speed(2)), speed(3))];
    expect(names(deep, [1])).toEqual(['up', 'unwrap']);
    expect(names(deep, [1, 0, 0])).toEqual(['out']);
    expect(names(deep, [1, 1])).toEqual(['up', 'into 0', 'out', 'wrap']);
    const full = group(...Array.from({ length: RULE.conditions.max }, (_, limit) => speed(limit)));
    expect(names([speed(1), full], [0])).toEqual(['down', 'wrap']);
    expect(names([speed(1), full], [1])).toEqual(['up', 'wrap']);
    expect(names([{ ...group(speed(1)), negated: true }], [0])).toEqual(['wrap']);
  });
});
