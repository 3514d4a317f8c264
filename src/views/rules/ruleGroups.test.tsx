import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { RESOURCE_ACTIONS, type Permissions } from '../../domain/access/index.ts';
import type { AccountId, DeviceId, SensorId, UnitId } from '../../domain/base/index.ts';
import { newCondition, type Rule } from '../../domain/rule/index.ts';
import type { Sensor } from '../../domain/sensor/index.ts';
import { plainUnit } from '../../domain/unit/index.ts';
import { FleetContext } from '../shared/services/fleet.ts';
import { fakeFleet, still, unitsState } from '../shared/testing/fleet.ts';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import RuleFormScreen from './RuleFormScreen.tsx';
import { RULE } from '../../../tests/support/forms/savedThings.ts';

afterEach(cleanup);

const TANK: Sensor = {
  sensor_id: 1 as SensorId,
  device_id: 1 as DeviceId,
  type: 'custom',
  name: 'Tank',
  description: '',
  parameter: 'tank',
  field: 'tank',
  visible: true,
  data_type: 'number',
  multiplier: 1,
  minimum: 0,
  maximum: 100,
  table: { kind: 'none' },
};

/** A rule that is edited: beside one that is new stand the many kinds that it could be of. */
const SAVED: Rule = { ...RULE, name: 'Harsh', conditions: [{ ...newCondition('speed'), limit: 90 }] };

async function show(conditions: Rule['conditions'] = SAVED.conditions) {
  const alpha = { ...plainUnit(1, 'Alpha'), account_id: 1 as AccountId };
  const fleet = fakeFleet({ units: still(unitsState([alpha])) });
  return renderScreen(
    <FleetContext value={fleet}>
      <RuleFormScreen />
    </FleetContext>,
    {
      path: '/edit-event?rule_id=4',
      answers: {
        getRuleList: { rows: [], total: 0 },
        getUnitSensors: { units: [{ unit_id: 1 as UnitId, sensors: [TANK] }] },
        getRule: { ...SAVED, conditions },
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
}

const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
/** Of the whole rule, which come after those of its groups. */
const pressLast = (name: string): void => {
  const [last] = screen.getAllByRole('button', { name }).toReversed();
  fireEvent.click(last);
};
const write = (name: string, text: string): void =>
  void fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: text } });
const part = (name: string): HTMLElement => screen.getByRole('group', { name });
const choose = async (name: string, kind: string): Promise<void> => {
  fireEvent.click(within(part(name)).getByRole('button', { name: /Kind/ }));
  fireEvent.click(await screen.findByRole('option', { name: kind }));
};

describe('the form of a rule with groups', () => {
  it('puts conditions into groups, moves them by keyboard, and says the nesting in words', async () => {
    const { server, address } = await show();
    const move = async (name: string, act: string): Promise<void> => {
      press(`Move ${name}`);
      fireEvent.click(await screen.findByRole('menuitem', { name: act }));
    };
    await screen.findByRole('textbox', { name: 'Speed limit' });
    press('Add group');
    await choose('Condition 2.1', 'Device alarm');
    write('Alarm', 'hard_braking');
    await move('condition 1', 'Move into group 2');
    await waitFor(() => expect(part('Condition 1.2')).toBeTruthy());
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move condition 1.2'));
    expect(screen.getByText('alarm “hard_braking” or speed over 90 km/h')).toBeTruthy();
    pressLast('Add group');
    fireEvent.click(screen.getByRole('button', { name: 'Remove group 2' }));
    fireEvent.click(within(part('Group 1')).getByRole('checkbox', { name: 'Not (reverse the group)' }));
    expect(screen.getByText('not (alarm “hard_braking” or speed over 90 km/h)')).toBeTruthy();
    fireEvent.click(within(part('Group 1')).getByRole('checkbox', { name: 'Not (reverse the group)' }));
    write('For at least', '10');
    pressLast('Add condition');
    await choose('Condition 2', 'Ignition');
    expect(
      screen.getByText('(alarm “hard_braking” (immediately) or speed over 90 km/h) and ignition on for 10 sec'),
    ).toBeTruthy();
    press('Save');
    await waitFor(() => expect(address()).toBe('/rules'));
    const group = {
      kind: 'group',
      negated: false,
      match: 'any',
      conditions: [
        { ...newCondition('alarm'), alarm: 'hard_braking' },
        { ...newCondition('speed'), limit: 90 },
      ],
    };
    expect(server.of('updateRule')).toMatchObject([{ conditions: [group, newCondition('ignition')], hold: 10 }]);
  });

  it('refuses at its field what can never hold, and warns of what always does', async () => {
    const { server } = await show([newCondition('ignition'), newCondition('ignition')]);
    const second = within(await screen.findByRole('group', { name: 'Condition 2' }));
    fireEvent.click(second.getByRole('radio', { name: 'Off' }));
    press('Save');
    expect(await second.findByText('It can never hold together with condition 1')).toBeTruthy();
    expect(server.of('updateRule')).toEqual([]);
    fireEvent.click(screen.getByRole('radio', { name: 'Any condition holds' }));
    await waitFor(() => expect(second.queryByText('It can never hold together with condition 1')).toBeNull());
    expect(screen.getByText(/^This rule holds at every report/)).toBeTruthy();
  });

  it('warns of a range that lies beyond what its sensor gives', async () => {
    await show([{ ...newCondition('sensor'), sensor: 'Tank', maximum: 90 }]);
    await screen.findByRole('textbox', { name: 'Maximum' });
    expect(screen.queryByText(/^The sensor’s own range/)).toBeNull();
    write('Maximum', '100');
    expect(
      await screen.findByText(
        'The sensor’s own range leaves no such value (Tank between 0 and 100), so this can never hold.',
      ),
    ).toBeTruthy();
  });
});
