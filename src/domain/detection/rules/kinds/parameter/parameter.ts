import { object, string, type InferType } from 'yup';
import { LENGTH, optionalFigureField, optionalText } from '../../../../base/index.ts';
import type { AttributeValue } from '../../../../telemetry/index.ts';
import type { ConditionKind } from '../kind.ts';
import { boundProblems, boundWords, figureMarginField, meetsBounds } from '../sensor/sensor.ts';

/** How the value is compared: with a text, or as a number with bounds, which belong to what is inside. */
export const PARAMETER_TESTS = ['equal', 'inside', 'outside'] as const;

export const parameterFields = {
  /** Name of an attribute, as the device's protocol gives it. */
  parameter: optionalText(LENGTH.parameterName),
  parameter_test: string().oneOf(PARAMETER_TESTS, 'validation.oneOf').default('equal'),
  /** Whatever its case; on and off are "true" and "false". */
  parameter_text: optionalText(LENGTH.parameterText),
  minimum: optionalFigureField(),
  maximum: optionalFigureField(),
  figure_margin: figureMarginField(),
};
const parameters = object(parameterFields);
type ParameterParameters = InferType<typeof parameters>;

/** A raw attribute of the report (kinds 20, 21, 27, 28, 35 and 43): what a device says that no sensor was made for. */
export const parameterKind: ConditionKind<ParameterParameters> = {
  fields: parameterFields,
  problems: ({ parameter, parameter_test: test, parameter_text: text, ...bounds }) => [
    ...(parameter === '' ? [{ field: 'parameter', message: 'validation.required' }] : []),
    ...(test === 'equal' && text === '' ? [{ field: 'parameter_text', message: 'validation.required' }] : []),
    ...(test === 'equal' ? [] : boundProblems(bounds, test === 'inside')),
  ],
  attributes: ({ parameter }) => [parameter],
  input: ({ parameter }) => ({ part: 'attribute', of: parameter }),
  evaluate(asked, report, _, before) {
    const { parameter, parameter_test: test, parameter_text: text } = asked;
    const value = report.attribute(parameter, report.row);
    if (value === undefined || value === '') return null;
    if (test === 'equal') return isText(value, text);
    const figure = Number(value);
    return Number.isNaN(figure) ? null : meetsBounds(figure, asked, test === 'inside', before);
  },
  valueOf: (report, _, { parameter, parameter_test: test }) =>
    test === 'equal' ? Number.NaN : Number(report.attribute(parameter, report.row)),
  words({ parameter, parameter_test: test, parameter_text: text, minimum, maximum }, isNegated, speech) {
    if (test === 'equal')
      return speech.translate(`rules.words.parameter.${isNegated ? 'isNot' : 'is'}`, { parameter, text });
    return boundWords({ sensor: parameter, minimum, maximum }, (test === 'inside') !== isNegated, speech);
  },
};

const isText = (value: AttributeValue, text: string): boolean =>
  value === text || String(value).toLowerCase() === text.toLowerCase();
