import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Form } from '../../../ui/forms/index.ts';
import { renderScreen } from '../../shared/testing/screenWorld.tsx';
import { sensorValuesSchema, valuesOfType, type PointText, type SensorValues } from './sensorValues.ts';
import { TableEditor } from './TableEditor.tsx';

afterEach(cleanup);

const show = (points: PointText[]) => {
  const initial: SensorValues = { ...valuesOfType('custom', 'Custom', []), table: { kind: 'xy', points, rows: [] } };
  return renderScreen(
    <Form<SensorValues> label="Sensor" initial={initial} schema={sensorValuesSchema} onSubmit={() => undefined}>
      <TableEditor />
      <button type="submit">Save</button>
    </Form>,
  );
};
const cells = (): string[] =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name: /^(Raw|Value)/ }).map(({ value }) => value);
const cell = (name: string): HTMLElement => screen.getByRole('textbox', { name });
const descriptionOf = (element: HTMLElement): string =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
const hasFocus = (name: string) => waitFor(() => expect(document.activeElement).toBe(cell(name)));

describe('the table of a sensor', () => {
  it('is gone through as in a spreadsheet: Enter and the arrows step from row to row, and the last Enter begins another', async () => {
    await show([
      { x: '0', y: '0' },
      { x: '5', y: '20' },
    ]);
    cell('Value (Y) 1').focus();
    fireEvent.keyDown(cell('Value (Y) 1'), { key: 'Enter' });
    await hasFocus('Value (Y) 2');
    fireEvent.keyDown(cell('Value (Y) 2'), { key: 'ArrowUp' });
    await hasFocus('Value (Y) 1');
    fireEvent.keyDown(cell('Value (Y) 1'), { key: 'ArrowDown' });
    fireEvent.keyDown(cell('Value (Y) 2'), { key: 'Enter' });
    await hasFocus('Value (Y) 3');
    expect(cells()).toEqual(['0', '0', '5', '20', '', '']);
  });

  it('begins with two rows, which is the least that says something', async () => {
    await show([]);
    await waitFor(() => expect(cells()).toEqual(['', '', '', '']));
  });

  it('puts the cursor into a row that is added, and beside one that is removed', async () => {
    await show([
      { x: '0', y: '0' },
      { x: '5', y: '20' },
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Add row' }));
    await hasFocus('Raw (X) 3');
    fireEvent.click(screen.getByRole('button', { name: 'Remove row 2' }));
    await hasFocus('Raw (X) 2');
    expect(cells()).toEqual(['0', '0', '', '']);
  });

  it('takes two columns of a spreadsheet from the row on that they are pasted into', async () => {
    await show([
      { x: '0', y: '0' },
      { x: '', y: '' },
    ]);
    fireEvent.paste(cell('Raw (X) 2'), { clipboardData: { getData: () => '5\t20\r\n10,5\t50\r\n' } });
    await waitFor(() => expect(cells()).toEqual(['0', '0', '5', '20', '10.5', '50']));
  });

  it('names what is wrong in the cell that it is wrong in, for those too who only hear it', async () => {
    await show([
      { x: '5', y: '0' },
      { x: '5', y: 'much' },
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(descriptionOf(cell('Value (Y) 2'))).toBe('Value (Y) 2 is not valid'));
    fireEvent.change(cell('Value (Y) 2'), { target: { value: '20' } });
    await waitFor(() => expect(descriptionOf(cell('Raw (X) 2'))).toBe('Values must be increasing'));
    expect(cell('Raw (X) 2').getAttribute('aria-invalid')).toBe('true');
    expect(descriptionOf(screen.getByRole('group', { name: 'XY pairs' }))).toBe('');
  });

  it('says of one pair alone that it is no table', async () => {
    await show([{ x: '0', y: '0' }]);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(descriptionOf(screen.getByRole('group', { name: 'XY pairs' }))).toBe('A table needs at least 2 pairs'),
    );
    await hasFocus('Raw (X) 1');
  });
});
