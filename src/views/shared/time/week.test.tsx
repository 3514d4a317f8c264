import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { toIso } from '../../../domain/base/index.ts';
import { LANGUAGES, firstWeekday, type LanguageCode } from '../../../i18n/index.ts';
import { DateTimeField } from './DateTimeField.tsx';
import { presetSpan } from './datePresets.ts';
import { WORLD_NOW } from '../testing/services.ts';
import { renderInWorld } from '../testing/world.tsx';

afterEach(cleanup);

/** The name of the first column of the calendar of a date. */
async function firstColumn(language: LanguageCode): Promise<string | null> {
  await renderInWorld(<DateTimeField label="From" value={toIso(WORLD_NOW)} onChange={() => undefined} />, { language });
  fireEvent.click(screen.getByRole('button'));
  await screen.findByRole('application');
  return document.querySelector('.day-picker-weekday')?.textContent ?? null;
}

describe('a week', () => {
  it('begins in the calendar with the day that "this week" begins with, in every language', async () => {
    const begins: Record<string, string | null> = {};
    for (const language of LANGUAGES) {
      const { from } = presetSpan('thisWeek', WORLD_NOW, 'UTC', language);
      const column = await firstColumn(language);
      const named = (['short', 'narrow'] as const).map((weekday) =>
        new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(from),
      );
      expect(named).toContain(column);
      begins[language] = toIso(from).slice(0, 10);
      cleanup();
    }
    // Monday the first of June 2026, and the Saturday before it.
    expect(begins).toEqual({ en: '2026-06-01', ru: '2026-06-01', fa: '2026-05-30' });
  });

  it('is that of the language, in whatever country it is spoken', () => {
    expect(['en-US', 'ru', 'fa-IR', 'xx'].map(firstWeekday)).toEqual([1, 1, 6, 1]);
  });
});
