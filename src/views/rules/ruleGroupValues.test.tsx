import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { descriptionOf, DocumentForm, press, soon } from '../../../tests/support/forms/inDocument.ts';
import { wordsOf } from '../../../tests/support/formSpoilings.ts';
import { RESOURCE_ACTIONS, type Permissions } from '../../domain/access/index.ts';
import type { AccountId } from '../../domain/base/index.ts';
import { newCondition, newGroup, ruleSchema, type Rule, type RulePart } from '../../domain/rule/index.ts';
import { plainUnit } from '../../domain/unit/index.ts';
import { FleetContext } from '../shared/services/fleet.ts';
import { fakeFleet, still, unitsState } from '../shared/testing/fleet.ts';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import RuleFormScreen from './RuleFormScreen.tsx';
import { RULE } from '../../../tests/support/forms/savedThings.ts';

afterEach(cleanup);

const SAVED: Rule = { ...RULE, name: 'Night drives', conditions: [] };

/** The form of a rule with these conditions without its past. */
async function show(conditions: readonly RulePart[]) {
  const unit = { ...plainUnit(1, 'Alpha'), account_id: 1 as AccountId };
  const world = await renderScreen(
    <FleetContext value={fakeFleet({ units: still(unitsState([unit])) })}>
      <RuleFormScreen />
    </FleetContext>,
    {
      path: '/edit-event?rule_id=4',
      answers: {
        getRuleList: { rows: [], total: 0 },
        getUnitSensors: { units: [] },
        getGeofenceList: { rows: [], total: 0 },
        getLabelList: { rows: [], total: 0 },
        getRule: { ...SAVED, conditions: [...conditions] },
        updateRule: SAVED,
      },
      session: {
        stage: 'signedIn',
        permissions: { ...RESOURCE_ACTIONS, units: ['m', 'r'] } as Permissions,
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
  await screen.findByRole('textbox', { name: 'Name' });
  return world;
}

/** A condition or a group by its places; to look it up by its name takes longer than to check the form. */
function part(...places: number[]): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-part="${places.join('.')}"]`);
  if (found === null) throw new Error(`Nothing is at ${places.join('.')}`);
  return found;
}
const fieldAt = (label: string, ...places: number[]): HTMLElement =>
  within(part(...places)).getByLabelText(label, { selector: '.field-input' });

describe('wrong values in groups of conditions', () => {
  it('are named at their fields, two groups deep, and nothing of them is sent', async () => {
    const { server } = await show([
      newCondition('ignition'),
      newGroup([
        { ...newCondition('speed'), limit: 90 },
        newGroup([newCondition('harsh'), { ...newCondition('parameter'), parameter: 'door', parameter_text: 'on' }]),
      ]),
    ]);
    const [speed, harsh, parameter] = [[0], [1, 0], [1, 1]].map(
      (path) => `conditions[1]${path.map((place) => `.conditions[${place}]`).join('')}`,
    );
    const walk = new DocumentForm(
      {
        name: 'Rule with groups',
        schema: ruleSchema,
        submit: 'Save',
        methods: ['updateRule'],
        // All wrong values of a condition: src/views/wrongValuesOfThings.test.tsx.
        isKnown: true,
        fields: {
          [`${speed}.limit`]: { label: 'Speed limit', valid: '90', like: 'number', byName: true },
          [`${harsh}.force`]: { label: 'From', valid: '0.4', like: 'number', byName: true },
          [`${parameter}.parameter`]: { label: 'Parameter', valid: 'door', byName: true },
        },
      },
      { sent: () => server.of('updateRule') },
    );
    await walk.spoil();
    // A figure with decimals is said with them.
    expect(screen.getByText(/harsh braking of at least 0\.4 g/)).toBeTruthy();
    expect(fieldAt('From', 1, 1, 0)).toBe(walk.field(`${harsh}.force`));
  });

  it('that are missing are asked for at the condition that lacks them', async () => {
    const { server } = await show([
      newCondition('ignition'),
      newGroup([
        newCondition('place'),
        { ...newCondition('driver'), driver: 'operators' },
        { ...newCondition('sensor'), sensor: 'Tank', minimum: 5, maximum: 90 },
      ]),
    ]);
    press('Save');
    const refused = (message: string, label: string, ...places: number[]): Promise<void> =>
      soon(() => expect(descriptionOf(fieldAt(label, ...places))).toContain(message));
    await refused(wordsOf('rulePlaces', ''), 'Geofences', 1, 0);
    await refused(wordsOf('ruleOperators', ''), 'Drivers', 1, 1);
    fireEvent.change(fieldAt('Maximum', 1, 2), { target: { value: '4' } });
    await refused(wordsOf('minimumMaximum', ''), 'Maximum', 1, 2);
    press('Save');
    expect(server.of('updateRule')).toEqual([]);
    // A group goes with its last condition, so that none is saved empty.
    for (const number of ['2.3', '2.2', '2.1']) press(`Remove condition ${number}`);
    await soon(() => expect(document.querySelector('[data-part="1"]')).toBeNull());
    press('Save');
    await soon(() => expect(server.of('updateRule')).toMatchObject([{ conditions: [newCondition('ignition')] }]));
  });
});
