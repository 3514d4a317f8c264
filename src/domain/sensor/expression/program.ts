import type { AttributeValue } from '../../telemetry/index.ts';
import { Readings } from '../readings.ts';
import type { Expression } from './types.ts';

/** A parameter that an expression reads, of this report or of the one before. */
export interface Slot {
  readonly name: string;
  readonly previous: boolean;
}

/** The parameters that a set of expressions reads, each once. */
export class Slots {
  readonly all: Slot[] = [];
  readonly #places = new Map<string, number>();

  place(name: string, previous: boolean): number {
    const key = `${previous ? '#' : ''}${name}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.all.length);
    return this.all.push({ name, previous }) - 1;
  }
}

const CODE = {
  number: 0,
  slot: 1,
  sensor: 2,
  bit: 3,
  negate: 4,
  '|': 5,
  '+': 6,
  '-': 7,
  '*': 8,
  '/': 9,
  '^': 10,
} as const;

/**
 * An expression as steps for a stack: operands push, operators take theirs from the top. Null is NaN
 * without a text; whatever takes part in a calculation and is not there makes the result null, and so
 * do a division by zero and what leaves the range of numbers.
 */
export class Program {
  readonly #codes: number[] = [];
  readonly #operands: number[] = [];
  /** Most values that wait at once. */
  readonly height: number;

  /** `sensorPlace` gives the place of another sensor's value, -1 when there is none. */
  constructor(expression: Expression, slots: Slots, sensorPlace: (name: string) => number) {
    this.height = this.#add(expression, slots, sensorPlace);
  }

  #add(expression: Expression, slots: Slots, sensorPlace: (name: string) => number): number {
    switch (expression.kind) {
      case 'number':
        this.#step(CODE.number, expression.value);
        return 1;
      case 'parameter':
        this.#step(CODE.slot, slots.place(expression.name, expression.previous));
        if (expression.bit !== null) this.#step(CODE.bit, 2 ** (expression.bit - 1));
        return 1;
      case 'sensor':
        this.#step(CODE.sensor, sensorPlace(expression.name));
        return 1;
      case 'negate': {
        const height = this.#add(expression.operand, slots, sensorPlace);
        this.#step(CODE.negate, 0);
        return height;
      }
      case 'binary': {
        const left = this.#add(expression.left, slots, sensorPlace);
        const right = this.#add(expression.right, slots, sensorPlace);
        this.#step(CODE[expression.operator], 0);
        return Math.max(left, right + 1);
      }
    }
  }

  #step(code: number, operand: number): void {
    this.#codes.push(code);
    this.#operands.push(operand);
  }

  /** Runs the steps; the result lies at place 0 of the stack, which must hold {@link height} values. */
  run(parameters: Readings, sensors: Readings, stack: Readings): void {
    let top = -1;
    for (let step = 0; step < this.#codes.length; step++) {
      const code = this.#codes[step];
      const operand = this.#operands[step];
      if (code === CODE.number) stack.setNumber(++top, operand);
      else if (code === CODE.slot) stack.copy(++top, parameters, operand);
      else if (code === CODE.sensor) {
        if (operand < 0) stack.setText(++top, null);
        else stack.copy(++top, sensors, operand);
      } else if (code === CODE.bit) stack.setNumber(top, bitOf(stack.numbers[top], operand));
      else if (code === CODE.negate) stack.setNumber(top, -stack.numbers[top]);
      else if (code === CODE['|']) {
        top--;
        if (!stack.has(top)) stack.copy(top, stack, top + 1);
      } else {
        top--;
        stack.setNumber(top, calculated(code, stack.numbers[top], stack.numbers[top + 1]));
      }
    }
  }
}

/** 1 or 0 for the bit that weighs `weight`; negative numbers count as two's complement. */
function bitOf(value: number, weight: number): number {
  return Math.abs(Math.floor(value / weight) % 2);
}

function calculated(code: number, left: number, right: number): number {
  if (code === CODE['+']) return left + right;
  if (code === CODE['-']) return left - right;
  if (code === CODE['*']) return left * right;
  if (code === CODE['/']) return right === 0 ? Number.NaN : left / right;
  // JavaScript's NaN ^ 0 is 1; here what is missing stays missing.
  return Number.isNaN(left) ? Number.NaN : left ** right;
}

/** Where an expression that is evaluated once finds its values. */
export interface ExpressionContext {
  readonly value: (name: string) => AttributeValue | undefined;
  /** Of the report before; nothing has a value when left out. */
  readonly previous?: (name: string) => AttributeValue | undefined;
  /** Value of another sensor by its name. */
  readonly sensor?: (name: string) => AttributeValue | null;
}

/** Evaluates once; for whole tracks and fleets there is {@link SensorSet}. Switches count as 1 and 0. */
export function evaluate(expression: Expression, context: ExpressionContext): number | string | null {
  const slots = new Slots();
  const names: string[] = [];
  const program = new Program(expression, slots, (name) => names.push(name) - 1);
  const parameters = new Readings(slots.all.length);
  slots.all.forEach((slot, index) =>
    parameters.set(index, (slot.previous ? context.previous : context.value)?.(slot.name)),
  );
  const sensors = new Readings(names.length);
  names.forEach((name, index) => sensors.set(index, context.sensor?.(name)));
  const stack = new Readings(program.height);
  program.run(parameters, sensors, stack);
  return stack.value(0);
}

/** Calls `visit` for every part of the tree, the whole first. */
export function walkExpression(expression: Expression, visit: (part: Expression) => void): void {
  visit(expression);
  if (expression.kind === 'negate') walkExpression(expression.operand, visit);
  if (expression.kind !== 'binary') return;
  walkExpression(expression.left, visit);
  walkExpression(expression.right, visit);
}

/** Names of the sensors that an expression refers to, each once. */
export function referencedSensors(expression: Expression): string[] {
  const names = new Set<string>();
  walkExpression(expression, (part) => {
    if (part.kind === 'sensor') names.add(part.name);
  });
  return [...names];
}

/**
 * True where something in it is divided by a zero that is written there (`1/0`, `speed / (2 - 2)`): that part never has
 * a value.
 */
export function dividesByZero(expression: Expression): boolean {
  let found = false;
  walkExpression(expression, (part) => {
    if (part.kind === 'binary' && part.operator === '/' && evaluate(part.right, { value: () => undefined }) === 0)
      found = true;
  });
  return found;
}
