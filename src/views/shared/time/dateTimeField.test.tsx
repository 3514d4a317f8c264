import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { allocationSchema } from '../../../domain/allocation/index.ts';
import { DEFAULT_FORMATS, FormatsProvider, type FormatSettings } from '../../../i18n/index.ts';
import { Form } from '../../../ui/forms/index.ts';
import { renderInWorld } from '../testing/world.tsx';
import { DateTimeField, type DateTimeFieldProps } from './DateTimeField.tsx';
import { FormDateTimeField } from './FormDateTimeField.tsx';

afterEach(cleanup);

const field = (): HTMLInputElement => screen.getByLabelText<HTMLInputElement>('From', { exact: true });
const type = (text: string): void => {
  fireEvent.focus(field());
  fireEvent.change(field(), { target: { value: text } });
};
const write = (text: string): void => {
  type(text);
  fireEvent.blur(field());
};
const isRefused = (): boolean => field().getAttribute('aria-invalid') === 'true';
/** What is read out along with the field. */
const described = (): string =>
  (field().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();

async function show(settings: Partial<FormatSettings>, props: Partial<DateTimeFieldProps> = {}): Promise<string[]> {
  const changes: string[] = [];
  function Form(): ReactNode {
    const [value, setValue] = useState(props.value ?? '');
    return (
      <DateTimeField
        {...props}
        label="From"
        value={value}
        onChange={(next) => {
          changes.push(next);
          setValue(next);
        }}
      />
    );
  }
  await renderInWorld(
    <FormatsProvider settings={{ ...DEFAULT_FORMATS, ...settings }}>
      <Form />
    </FormatsProvider>,
  );
  return changes;
}

describe('a date with a time that is typed', () => {
  it('is shown and read in the zone and the format of the account', async () => {
    const changes = await show(
      { timeZone: 'Asia/Tehran', dateTime: 'YYYY-MM-DD HH:mm' },
      { value: '2026-06-01T05:00:00.000Z' },
    );
    expect(field().value).toBe('2026-06-01 08:30');
    write('2026-6-2 0:15');
    expect(changes).toEqual(['2026-06-01T20:45:00.000Z']);
    expect(field().value).toBe('2026-06-02 00:15');
    expect(isRefused()).toBe(false);
  });

  it('has halves of a day where the account has 12 hours', async () => {
    const changes = await show({ timeZone: 'Asia/Tehran', dateTime: 'MM/DD/YYYY hh:mm A' });
    write('06/01/2026 08:30 pm');
    expect(changes).toEqual(['2026-06-01T17:00:00.000Z']);
    expect(field().value).toBe('06/01/2026 08:30 PM');
  });

  it('says what is wrong only once it is left, and is no date until then', async () => {
    const changes = await show({ dateTime: 'DD/MM/YYYY HH:mm' });
    type('10/03/2026 8');
    expect(isRefused()).toBe(false);
    fireEvent.blur(field());
    expect(isRefused()).toBe(true);
    expect(described()).toMatch(/^Use the format \d\d\/\d\d\/\d{4} \d\d:\d\d$/);
    expect(field().value).toBe('10/03/2026 8');
    expect(Date.parse(changes.at(-1) ?? '')).toBeNaN();
    write('');
    expect([changes.at(-1), isRefused()]).toEqual(['', false]);
  });

  it('keeps within its bounds, which it shows beforehand; the minute of a bound is the bound', async () => {
    const changes = await show(
      { dateTime: 'DD/MM/YYYY HH:mm' },
      { earliest: Date.UTC(2026, 4, 1, 8, 0, 12), latest: Date.UTC(2026, 4, 31) },
    );
    expect(described()).toBe('Not before 01/05/2026 08:00 · Not after 31/05/2026 00:00');
    write('01/05/2026 07:59');
    expect([isRefused(), described()]).toEqual([true, 'Not before 01/05/2026 08:00']);
    write('31/05/2026 00:01');
    expect(described()).toBe('Not after 31/05/2026 00:00');
    write('01/05/2026 08:00');
    expect([isRefused(), changes.at(-1)]).toEqual([false, '2026-05-01T08:00:12.000Z']);
  });

  it('is refused where clocks are put forward over it', async () => {
    const changes = await show({ timeZone: 'Europe/Berlin', dateTime: 'DD/MM/YYYY HH:mm' });
    write('29/03/2026 02:30');
    expect([isRefused(), described()]).toEqual([true, 'There is no such time that day: clocks are put forward']);
    write('29/03/2026 03:30');
    expect([isRefused(), changes.at(-1)]).toEqual([false, '2026-03-29T01:30:00.000Z']);
  });

  it('is asked about where clocks are put back over it', async () => {
    const changes = await show({ timeZone: 'Europe/Berlin', dateTime: 'DD/MM/YYYY HH:mm' });
    write('25/10/2026 02:30');
    expect(changes.at(-1)).toBe('2026-10-25T00:30:00.000Z');
    const which = screen.getByLabelText<HTMLSelectElement>('Clocks show this time twice that day. Which is meant?');
    expect([...which.options].map((option) => option.textContent)).toEqual([
      'The first (GMT+2)',
      'The second, after clocks were put back (GMT+1)',
    ]);
    fireEvent.change(which, { target: { value: String(Date.UTC(2026, 9, 25, 1, 30)) } });
    expect([changes.at(-1), field().value]).toEqual(['2026-10-25T01:30:00.000Z', '25/10/2026 02:30']);
    write('25/10/2026 03:00');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('takes another day from the calendar and keeps its time; a cross takes it away', async () => {
    const changes = await show(
      { timeZone: 'Asia/Tehran', dateTime: 'DD/MM/YYYY HH:mm' },
      { value: '2026-06-01T05:00:00.000Z', clearable: true, earliest: Date.UTC(2026, 5, 1) },
    );
    fireEvent.click(screen.getByRole('button', { name: 'Pick the day: From' }));
    const calendar = within(await screen.findByRole('dialog', { name: 'Pick the day: From' }));
    expect(
      calendar.getByText('5', { selector: '.day-picker-day:not([data-outside-month])' }).getAttribute('aria-disabled'),
    ).toBeNull();
    fireEvent.click(calendar.getByText('5', { selector: '.day-picker-day:not([data-outside-month])' }));
    await waitFor(() => expect(changes).toEqual(['2026-06-05T05:00:00.000Z']));
    expect(field().value).toBe('05/06/2026 08:30');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Clear: From' }));
    expect([changes.at(-1), field().value]).toEqual(['', '']);
    expect(screen.queryByRole('button', { name: 'Clear: From' })).toBeNull();
  });
});

describe('in a form', () => {
  it('is an instant for the schema, and what was typed where it is none', async () => {
    const sent: unknown[] = [];
    await renderInWorld(
      <FormatsProvider settings={{ ...DEFAULT_FORMATS, timeZone: 'Asia/Tehran', dateTime: 'DD/MM/YYYY HH:mm' }}>
        <Form
          label="Span"
          initial={{ account_id: 2, start_date: '', end_date: '2026-06-30T00:00:00Z' }}
          schema={allocationSchema}
          onSubmit={(values) => void sent.push(values)}>
          <FormDateTimeField name="start_date" label="From" required />
          <button type="submit">Save</button>
        </Form>
      </FormatsProvider>,
    );
    const save = (): boolean => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    save();
    await waitFor(() => expect(described()).toBe('The From field is required'));
    await waitFor(() => expect(document.activeElement).toBe(field()));
    // As another country writes it this would be a date.
    type('10/13/2026 08:30');
    save();
    await waitFor(() => expect(described()).toMatch(/^Use the format/));
    type('13/06/2026 08:30');
    save();
    await waitFor(() =>
      expect(sent).toEqual([
        { account_id: 2, start_date: '2026-06-13T05:00:00.000Z', end_date: '2026-06-30T00:00:00Z' },
      ]),
    );
  });
});
