import { cleanup } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { SensorMessage } from '../../../domain/sensor/index.ts';
import { Form } from '../../../ui/forms/index.ts';
import { renderScreen } from '../../shared/testing/screenWorld.tsx';
import { sensorValuesSchema, valuesOfType, type SensorValues } from './sensorValues.ts';
import { TableChart } from './TableChart.tsx';

afterEach(cleanup);

const sent = (...attributes: readonly [string, number][]): SensorMessage => ({
  time: 0,
  hasPosition: true,
  latitude: 0,
  longitude: 0,
  altitude: 0,
  speed: 0,
  course: 0,
  satellites: 0,
  attributes: new Map(attributes),
});

/** Where the dot of the message is in the box of 100 by 100, over a table of 0 to 2,000 that gives 0 to 90. */
async function dotOf(message: SensorMessage | null, multiplier = '1'): Promise<string | null> {
  const table = {
    kind: 'xy' as const,
    points: [
      { x: '0', y: '0' },
      { x: '1000', y: '60' },
      { x: '2000', y: '90' },
    ],
    rows: [],
  };
  const initial: SensorValues = { ...valuesOfType('custom', 'Custom', []), parameter: 'fuel_raw', multiplier, table };
  await renderScreen(
    <Form<SensorValues> label="Sensor" initial={initial} schema={sensorValuesSchema} onSubmit={() => undefined}>
      <TableChart others={[]} message={message} previous={null} />
    </Form>,
  );
  return document.querySelector('.small-chart-current')?.getAttribute('d') ?? null;
}

it('shows on the line of the table where the message lies', async () => {
  expect(await dotOf(sent(['fuel_raw', 1000]))).toBe('M50 33.33h0');
});

it('takes what goes into the table, after the factor', async () => {
  expect(await dotOf(sent(['fuel_raw', 1_000_000]), '0.001')).toBe('M50 33.33h0');
});

it('holds the end of the line for what lies beyond it', async () => {
  expect(await dotOf(sent(['fuel_raw', 2600]))).toBe('M100 0h0');
});

it('has no dot before anything has come, nor where the message lacks the parameter', async () => {
  expect(await dotOf(null)).toBeNull();
  cleanup();
  expect(await dotOf(sent())).toBeNull();
});
