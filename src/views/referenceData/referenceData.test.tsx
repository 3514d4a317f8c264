import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { menuFor, type Permissions } from '../../domain/access/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import { createScreens, matchScreen } from '../registry.ts';
import { MenuContext, REFERENCE_DATA } from '../shared/address/menuContext.ts';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import { refusal, type FakeAnswers } from '../shared/testing/services.ts';
import ReferenceDataScreen from './ReferenceDataScreen.tsx';

afterEach(cleanup);

const nothing = async () => ({ default: () => null });
const screens = createScreens({ list: nothing, map: nothing });

/** Opens the hub as somebody of these permissions, who may open it at all. */
const open = (permissions: Permissions, answers: FakeAnswers) =>
  renderScreen(
    <MenuContext value={menuFor(screens, permissions)}>
      <ReferenceDataScreen />
    </MenuContext>,
    { path: REFERENCE_DATA, answers, session: { stage: 'signedIn', permissions } },
  );
const cards = (): [string, string | null][] =>
  within(screen.getByRole('list'))
    .getAllByRole('link')
    .map((card) => [card.textContent, card.getAttribute('href')]);

describe('the hub of reference data', () => {
  it('has a card with the count of each area that one may open, and asks for no other', async () => {
    const { server } = await open(
      // Routes are in nobody's menu without `m`, and geofences are not read.
      { label: ['r', 'm'], operator: ['r', 'm'], routes: ['r'], geofences: ['m'] },
      { getLabelList: { rows: [], total: 1_234 }, getOperatorList: { rows: [], total: 3 } },
    );
    await waitFor(() =>
      expect(cards()).toEqual([
        ['Groups1,234', '/groups'],
        ['Operators3', '/operators'],
        ['Unknown keys', '/unknown-keys'],
      ]),
    );
    expect(server.asked.map(({ method }) => method).toSorted()).toEqual(['getLabelList', 'getOperatorList']);
  });

  it('counts again when such things are added elsewhere', async () => {
    const { server } = await open({ label: ['r', 'm'] }, { getLabelList: { rows: [], total: 1 } });
    await waitFor(() => expect(cards()).toEqual([['Groups1', '/groups']]));
    server.answer('getLabelList', { rows: [], total: 2 });
    server.change('label');
    await waitFor(() => expect(cards()).toEqual([['Groups2', '/groups']]));
  });

  it('keeps the way to an area whose count is not known', async () => {
    await open({ label: ['r', 'm'] }, { getLabelList: refusal(ERROR.network, 'The server cannot be reached.') });
    await waitFor(() => expect(cards()).toEqual([['Groups–', '/groups']]));
  });

  it('is open to whoever has one of its areas in the menu, and to nobody else', () => {
    const hub = matchScreen(screens, REFERENCE_DATA)?.screen;
    const areas = screens.filter(({ menu }) => menu?.group === 'referenceData');
    expect(areas.length).toBeGreaterThan(1);
    const namesOf = (needs: readonly unknown[]) => [...new Set(needs.map((need) => JSON.stringify(need)))].toSorted();
    expect(namesOf([hub?.need].flat())).toEqual(namesOf(areas.flatMap(({ menu }) => menu?.need ?? [])));
  });
});

describe('the picture from a report to a message', () => {
  const open4 = (permissions: Permissions) =>
    open(permissions, {
      getRuleList: { rows: [], total: 21 },
      getAlertList: { rows: [], total: 8 },
      getAlarmSummary: { open: 3, newest: 9, units: [] },
      getNotificationList: { rows: [], total: 5 },
    });
  const steps = () =>
    within(screen.getByRole('region', { name: 'From a report to a message' }))
      .getAllByRole('listitem')
      .map((step) => [
        within(step).queryByRole('link')?.getAttribute('href') ?? null,
        step.querySelector('.figures')?.textContent,
      ]);

  it('counts rules, alerts, open alarms and notifications, and leads to each', async () => {
    await open4({ alert: ['r', 'm'], notification: ['r', 'm'] });
    await waitFor(() =>
      expect(steps()).toEqual([
        ['/rules', '21'],
        ['/alerts', '8'],
        ['/alarms', '3 open'],
        ['/notifications', '5'],
      ]),
    );
  });

  it('leads nowhere where one may not go, and is not there for whoever sees no rules', async () => {
    const { server } = await open4({ alert: ['r', 'm'] });
    await waitFor(() => expect(steps().at(-1)).toEqual([null, '']));
    expect(server.of('getNotificationList')).toEqual([]);
    cleanup();
    await open4({ label: ['r', 'm'], notification: ['r'] });
    expect(screen.queryByRole('region')).toBeNull();
  });
});
