import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { afterEach, describe, expect, it } from 'vitest';
import { DayPicker } from './DayPicker.tsx';
import { UiProvider } from './UiProvider.tsx';

afterEach(cleanup);

function open(locale = 'en-GB'): string[] {
  const chosen: string[] = [];
  render(
    <I18nProvider locale={locale}>
      <DayPicker
        label="Day"
        value="2026-03-10"
        text="10/03/2026"
        latest="2026-03-12"
        marked={new Set(['2026-03-03'])}
        markedText="Reports"
        onChange={(day) => chosen.push(day)}
      />
    </I18nProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Day: 10/03/2026' }));
  return chosen;
}

describe('a day picker', () => {
  it('opens with the focus on the chosen day, says which days have reports, and closes over the next one', async () => {
    const chosen = open();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('10'));
    fireEvent.click(screen.getByText('3', { selector: '.day-picker-day:not([data-outside-month])' }));
    await waitFor(() => expect(chosen).toEqual(['2026-03-03']));
    await waitFor(() => expect(screen.queryByRole('application')).toBeNull());
  });

  it('begins its weeks with the day that the product says, whatever the browser holds of the language', async () => {
    const first = async (locale: string, firstWeekday?: number): Promise<string | null> => {
      cleanup();
      render(
        <UiProvider locale={locale} firstWeekday={firstWeekday} navigate={() => undefined}>
          <DayPicker label="Day" value="2026-03-10" text="10/03/2026" onChange={() => undefined} />
        </UiProvider>,
      );
      fireEvent.click(screen.getByRole('button', { name: 'Day: 10/03/2026' }));
      await screen.findByRole('application');
      return document.querySelector('.day-picker-weekday')?.textContent ?? null;
    };
    expect([await first('en'), await first('en', 6), await first('fa', 6), await first('fa', 1)]).toEqual([
      'Mon',
      'Sat',
      'ش',
      'د',
    ]);
  });

  it('names the days of the week as short as its columns are', async () => {
    open();
    expect(await screen.findByText('Mon')).toBeTruthy();
    cleanup();
    open('fa-IR');
    expect(await screen.findByText('چ')).toBeTruthy();
    expect(screen.queryByText('چهارشنبه')).toBeNull();
  });
});
