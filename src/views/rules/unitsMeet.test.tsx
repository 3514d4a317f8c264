// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { RESOURCE_ACTIONS, type Permissions } from '../../domain/access/index.ts';
import type { AccountId, RuleId } from '../../domain/base/index.ts';
import { NO_LIMITS, newCondition, type Rule } from '../../domain/rule/index.ts';
import { plainUnit } from '../../domain/unit/index.ts';
import { FleetContext } from '../shared/services/fleet.ts';
import { fakeFleet, still, unitsState } from '../shared/testing/fleet.ts';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import RuleFormScreen from './RuleFormScreen.tsx';

afterEach(cleanup);

const SAVED: Rule = {
  rule_id: 4 as RuleId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Too close',
  status: 'active',
  match: 'all',
  conditions: [{ ...newCondition('fact'), fact: 'unitsNear' }],
  hold: 0,
  all_units: true,
  sub_accounts: true,
  unit_ids: [],
  unit_group_ids: [],
  member_ids: [],
  unit_count: 2,
  firing: 0,
  last_fired: null,
  ...NO_LIMITS,
  names: {},
  missing: 0,
  created_at: '2026-01-01T00:00:00Z',
};
const units = ['Alpha', 'Bravo'].map((name, place) => ({ ...plainUnit(place + 1, name), account_id: 1 as AccountId }));
const write = (field: string, text: string): void => {
  fireEvent.change(screen.getByRole('textbox', { name: field }), { target: { value: text } });
};
const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};

it('a rule on units that meet needs other units and a distance, and cannot be tried on the past', async () => {
  const { server } = await renderScreen(
    <FleetContext value={fakeFleet({ units: still(unitsState(units)) })}>
      <RuleFormScreen />
    </FleetContext>,
    {
      path: '/edit-event?rule_id=4',
      answers: {
        getRuleList: { rows: [], total: 0 },
        getUnitSensors: { units: [] },
        getRule: SAVED,
        updateRule: SAVED,
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
  expect(screen.getByText(/^Found only as reports come, so it cannot be tried on the past: within 150/)).toBeTruthy();
  press('Save');
  await waitFor(() =>
    expect(server.of('updateRule')).toMatchObject([
      { conditions: [{ kind: 'fact', fact: 'unitsNear', other_unit_ids: [2], metres: 150 }] },
    ]),
  );
});
