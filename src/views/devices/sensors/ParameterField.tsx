import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import {
  VIRTUAL_PARAMETERS,
  expressionProblemKey,
  nameKey,
  parseExpression,
  referencedSensors,
  sensorType,
  type Sensor,
} from '../../../domain/sensor/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { FormTextField } from '../../../ui/forms/index.ts';
import { useReadings } from '../../shared/unit/useReadings.ts';
import type { DeviceMessages } from '../useMessages.ts';
import type { SensorValues } from './sensorValues.ts';

/** Parameters that are offered at once. */
const OFFERED = 24;

/** The expression, checked while it is typed, and what the device sends to put into it. */
export function ParameterField({
  others,
  messages,
}: {
  others: readonly Sensor[];
  messages: DeviceMessages;
}): ReactNode {
  const { t } = useTranslation();
  const readings = useReadings();
  const { values, setFieldValue } = useFormikContext<SensorValues>();
  const sent = Object.entries(messages.positions[0]?.attributes ?? {});
  // While the device has said nothing, everything that could be there is offered; each once.
  const known = [...sensorType(values.type).parameters, ...(sent.length === 0 ? VIRTUAL_PARAMETERS : [])];
  const usual = [...new Set(known)].filter((name) => !sent.some(([other]) => other === name));
  const insert = (name: string): void => void setFieldValue('parameter', withName(values.parameter, name));
  return (
    <div className="sensor-parameter">
      <FormTextField
        name="parameter"
        label={t('sensors.parameter')}
        required
        direction="ltr"
        autoComplete="off"
        hint={t('sensors.parameterHint', { ...LENGTH.sensorParameter, example: 'io_66 * 0.001' })}
      />
      <ExpressionCheck text={values.parameter} others={others} />
      {sent.length > 0 && <p className="dim">{t('sensors.sentNow')}</p>}
      <ul className="sensor-parameters" aria-label={t('sensors.sentNow')}>
        {sent.slice(0, OFFERED).map(([name, value]) => (
          <li key={name}>
            <Button size="compact" onPress={() => insert(name)}>
              <bdi dir="ltr" className="sensor-code">
                {name}
              </bdi>{' '}
              <span className="dim figures">{readings.plain(value)}</span>
            </Button>
          </li>
        ))}
        {usual.map((name) => (
          <li key={name}>
            <Button size="compact" variant="quiet" onPress={() => insert(name)}>
              <bdi dir="ltr" className="sensor-code">
                {name}
              </bdi>
            </Button>
          </li>
        ))}
        {others.map(({ sensor_id, name }) => (
          <li key={sensor_id}>
            <Button size="compact" variant="quiet" onPress={() => insert(`[${name}]`)}>
              <bdi dir="ltr" className="sensor-code">{`[${name}]`}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** After an operator a name goes on with the expression, else it takes its place. */
const withName = (expression: string, name: string): string =>
  /[-+*/^|(]\s*$/.test(expression) ? `${expression}${name}` : name;

/** Where an expression goes wrong, with a mark below the character; nothing where it is in order. */
function ExpressionCheck({ text, others }: { text: string; others: readonly Sensor[] }): ReactNode {
  const { t } = useTranslation();
  if (text.trim() === '') return null;
  const parsed = parseExpression(text);
  if (!parsed.ok) {
    const { position } = parsed.error;
    return (
      <output className="expression-problem">
        <code dir="ltr">
          <span>{text.slice(0, position)}</span>
          <mark>{text.slice(position, position + 1) || ' '}</mark>
          <span>{text.slice(position + 1)}</span>
        </code>
        <span>{t(expressionProblemKey(parsed.error), { position: position + 1 })}</span>
      </output>
    );
  }
  const missing = referencedSensors(parsed.value).filter(
    (name) => !others.some((other) => nameKey(other.name) === nameKey(name)),
  );
  return missing.length === 0 ? null : (
    <output className="expression-problem">
      {missing.map((name) => t('validation.sensorUnknown', { name })).join(' ')}
    </output>
  );
}
