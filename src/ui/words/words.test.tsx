import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import english from 'react-aria-components/i18n/en-US';
import { afterEach, describe, expect, it } from 'vitest';
import { OrderedChoice, UiProvider, speakComponents } from '../index.ts';
import { PERSIAN } from './persian.ts';

afterEach(cleanup);

function show(locale: string): HTMLElement {
  render(
    <UiProvider locale={locale} navigate={() => undefined}>
      <OrderedChoice
        label="Columns"
        items={[
          { id: 'a', label: 'A' },
          { id: 'b', label: 'B' },
        ]}
        chosen={new Set(['a'])}
        onChoose={() => undefined}
        onOrder={() => undefined}
        dragLabel={({ label }) => `Move ${label}`}
      />
    </UiProvider>,
  );
  const handle = screen.getByRole('button', { name: 'Move A' });
  fireEvent.focus(handle);
  return handle;
}

const described = (element: HTMLElement): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

describe('what components say by themselves', () => {
  it('is Persian where the page is, and follows the page to another language and back', async () => {
    await speakComponents('en');
    expect(described(show('en'))).toMatch(/to start dragging/);
    for (const [language, words] of [
      ['fa', /آغاز جابه‌جایی/],
      ['ru', /перетаскиван/],
      ['en', /to start dragging/],
      ['fa', /آغاز جابه‌جایی/],
    ] as const) {
      cleanup();
      await speakComponents(language);
      expect(described(show(language))).toMatch(words);
    }
  });

  it('has only words that the library asks for', () => {
    for (const [name, words] of Object.entries(PERSIAN))
      expect(Object.keys(english[name] ?? {})).toEqual(expect.arrayContaining(Object.keys(words)));
  });
});
