import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../domain/account/index.ts';
import { PreferencesContext, usePreferences } from '../../shared/services/preferences.ts';
import { renderInWorld } from '../../shared/testing/world.tsx';
import { NOW } from './testing/timelineWorld.tsx';
import { ZoneSwitch } from './ZoneSwitch.tsx';

afterEach(cleanup);

async function show(unitZone: string | null, chosen: string[]): Promise<HTMLSelectElement> {
  function Noted() {
    const view = usePreferences();
    return (
      <PreferencesContext value={{ ...view, change: ({ timeZone }) => void chosen.push(String(timeZone)) }}>
        <ZoneSwitch now={() => NOW} unitZone={unitZone} />
      </PreferencesContext>
    );
  }
  await renderInWorld(<Noted />, { session: { settings: { ...DEFAULT_SETTINGS, timezone: 'Asia/Tehran' } } });
  return screen.getByRole<HTMLSelectElement>('combobox', { name: 'Time zone' });
}

it('offers the zones of the person, the account and the selected unit, and changes all times by one choice', async () => {
  const chosen: string[] = [];
  const zones = await show('Europe/Berlin', chosen);
  expect([...zones.options].map(({ value }) => value)).toEqual(['own', 'account', 'unit']);
  expect(zones.value).toBe('account');
  expect(zones.options[2].textContent).toContain('(GMT+01:00) Europe/Berlin');
  fireEvent.change(zones, { target: { value: 'unit' } });
  expect(chosen).toEqual(['unit']);
});

it('offers no unit where none is selected', async () => {
  const zones = await show(null, []);
  expect([...zones.options].map(({ value }) => value)).toEqual(['own', 'account']);
});
