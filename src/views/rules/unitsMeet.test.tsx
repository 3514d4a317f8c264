import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { CallData } from '../../api/contract/index.ts';
import { RESOURCE_ACTIONS, type Permissions } from '../../domain/access/index.ts';
import { HOUR, fromIso, success, type AccountId } from '../../domain/base/index.ts';
import { DEFAULT_FILTERS, DEFAULT_TRIP_DETECTOR } from '../../domain/detection/index.ts';
import { newCondition, type Rule } from '../../domain/rule/index.ts';
import { plainUnit } from '../../domain/unit/index.ts';
import type { Backtest } from '../../streams/sources/backtest/index.ts';
import { FleetContext } from '../shared/services/fleet.ts';
import { fakeFleet, still, unitsState } from '../shared/testing/fleet.ts';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import RuleFormScreen from './RuleFormScreen.tsx';
import { RULE } from '../../../tests/support/forms/savedThings.ts';

afterEach(cleanup);

const SAVED: Rule = {
  ...RULE,
  name: 'Too close',
  conditions: [{ ...newCondition('fact'), fact: 'unitsNear' }],
  unit_count: 2,
};
const units = ['Alpha', 'Bravo'].map((name, place) => ({ ...plainUnit(place + 1, name), account_id: 1 as AccountId }));
const write = (field: string, text: string): void => {
  fireEvent.change(screen.getByRole('textbox', { name: field }), { target: { value: text } });
};
const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};

it('a rule on units that meet needs other units and a distance, and is tried on the past of both', async () => {
  const asked: Parameters<Backtest['run']>[0][] = [];
  const openBacktest = (): Backtest => ({
    run: async (question) => {
      asked.push(question);
      return success([]);
    },
    close: () => undefined,
  });
  const { server } = await renderScreen(
    <FleetContext value={fakeFleet({ units: still(unitsState(units)), openBacktest })}>
      <RuleFormScreen />
    </FleetContext>,
    {
      path: '/edit-event?rule_id=4',
      answers: {
        getRuleList: { rows: [], total: 0 },
        getUnitSensors: { units: [] },
        getRule: SAVED,
        updateRule: SAVED,
        getBacktestUnits: ({ unit_ids: [unitId] = [1] }) => ({
          units: [{ unit_id: unitId, setup: 0, time_zone: 'UTC' }],
          setups: [{ filters: DEFAULT_FILTERS, trips: DEFAULT_TRIP_DETECTOR, devices: [] }],
          reporting: 1,
          total: 1,
        }),
      },
      session: {
        stage: 'signedIn',
        permissions: RESOURCE_ACTIONS as Permissions,
        account: {
          account_id: 1 as AccountId,
          parent_id: null,
          name: 'North',
          type: 'DEALER',
          status: 'active',
          restrict_sub_accounts: false,
        },
      },
    },
  );
  await screen.findByRole('textbox', { name: 'Other units' });
  write('Distance', '150');
  press('Save');
  expect(await screen.findByText('Choose at least one other unit')).toBeTruthy();
  write('Other units', 'brav');
  press('Add Bravo');
  expect(await screen.findByText('within 150 m of Bravo')).toBeTruthy();
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ units: [{ unitId: 1 }], others: [{ unitId: 2 }] }), {
    timeout: 5_000,
  });
  const [own, other] = server.of('getBacktestUnits').slice(-2) as CallData<'getBacktestUnits'>[];
  expect([own.unit_ids, other.unit_ids]).toEqual([undefined, [2]]);
  // Where the other one stopped the day before says where it is.
  expect(fromIso(own.from ?? '') - fromIso(other.from ?? '')).toBe(25 * HOUR);
  press('Save');
  await waitFor(() =>
    expect(server.of('updateRule')).toMatchObject([
      { conditions: [{ kind: 'fact', fact: 'unitsNear', other_unit_ids: [2], metres: 150 }] },
    ]),
  );
});
