import { expect, it } from 'vitest';
import {
  COMMANDS,
  EXECUTION_STATES,
  commandChoiceKey,
  commandKey,
  commandParameterKey,
} from '../domain/command/index.ts';
import { EXPRESSION_PROBLEMS, SENSOR_TYPE_CODES, expressionProblemKey, sensorTypeKey } from '../domain/sensor/index.ts';
import { english } from './testing/english.ts';

/** English only: the other languages have the same keys (catalogues.test). */
function textOf(key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>(
      (found, name) =>
        typeof found === 'object' && found !== null
          ? Object.entries(found).find(([each]) => each === name)?.[1]
          : undefined,
      english,
    );
}

it('has a text for every sensor type, command and what may be wrong with an expression', () => {
  const templates = Object.values(COMMANDS).flat();
  const keys = [
    ...SENSOR_TYPE_CODES.map(sensorTypeKey),
    ...EXPRESSION_PROBLEMS.map((code) => expressionProblemKey({ code })),
    ...templates.map(({ code }) => commandKey(code)),
    ...templates.flatMap(({ parameters }) => parameters.map(({ name }) => commandParameterKey(name))),
    ...templates.flatMap(({ parameters }) =>
      parameters.flatMap((parameter) =>
        parameter.kind === 'choice' ? parameter.choices.map(({ key }) => commandChoiceKey(key)) : [],
      ),
    ),
    ...EXECUTION_STATES.map((state) => `executionStates.${state}`),
  ];
  expect([...new Set(keys)].filter((key) => typeof textOf(key) !== 'string')).toEqual([]);
});
