import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RESOURCE_ACTIONS, type Permissions } from '../../domain/access/index.ts';
import {
  toIso,
  type AccountId,
  type DeviceId,
  type RuleId,
  type SensorId,
  type UnitId,
} from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import { newCondition, NO_LIMITS, type Occurrence, type Rule } from '../../domain/rule/index.ts';
import type { Sensor } from '../../domain/sensor/index.ts';
import type { Position } from '../../domain/telemetry/index.ts';
import { plainUnit, type UnitSummary } from '../../domain/unit/index.ts';
import { FleetContext } from '../shared/services/fleet.ts';
import { changing, fakeFleet, keepWatched, still, unitsState } from '../shared/testing/fleet.ts';
import { WORLD_NOW, refusal, type FakeAnswers } from '../shared/testing/services.ts';
import { renderScreen, type ScreenWorldOptions } from '../shared/testing/screenWorld.tsx';
import EventListScreen from './EventListScreen.tsx';
import RuleFormScreen from './RuleFormScreen.tsx';
import RuleListScreen from './RuleListScreen.tsx';
import { RULE } from '../../../tests/support/forms/savedThings.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const HOT = { ...newCondition('sensor'), sensor: 'Coolant temperature', maximum: 100 };
const everything = RESOURCE_ACTIONS as Permissions;
const rule = (id: number, name: string, part: Partial<Rule> = {}): Rule => ({
  ...RULE,
  rule_id: id as RuleId,
  name,
  conditions: [HOT],
  hold: 300,
  unit_count: 3,
  ...part,
});
const hot = rule(4, 'Hot engine', { firing: 2, last_fired: '2026-06-01T11:55:00Z' });
const low = rule(5, 'Low fuel', {
  conditions: [{ ...HOT, sensor: 'Fuel', condition: 'inside', minimum: 10, maximum: 20 }],
  hold: 0,
  all_units: false,
  unit_ids: [2 as UnitId],
  unit_count: 1,
});
const idle = rule(6, 'Old rule', { status: 'inactive', conditions: [{ ...HOT, minimum: 10, maximum: null }], hold: 0 });

const unit = (id: number, name: string, labels: string[] = []): UnitSummary => ({
  ...plainUnit(id, name),
  account_id: 1 as AccountId,
  labels,
});
const units = [unit(1, 'Alpha', ['cold']), unit(2, 'Bravo', ['cold']), unit(3, 'Charlie')];
const sensor = (id: number, name: string, part: Partial<Sensor> = {}): Sensor => ({
  sensor_id: id as SensorId,
  device_id: id as DeviceId,
  type: 'coolant_temperature',
  name,
  description: '',
  parameter: 'coolant_temperature',
  field: 'coolant',
  visible: true,
  data_type: 'number',
  multiplier: 1,
  minimum: null,
  maximum: null,
  table: { kind: 'none' },
  ...part,
});
const report = (unitId: number, degrees: number, ago = 0): [number, Position] => [
  unitId,
  {
    unit_id: unitId,
    time: toIso(WORLD_NOW - ago),
    received_at: toIso(WORLD_NOW - ago),
    latitude: 48,
    longitude: 11,
    speed: 0,
    course: 0,
    altitude: 0,
    satellites: 9,
    valid: true,
    protocol: 'teltonika',
    attributes: { coolant_temperature: degrees },
  },
];

const answers: FakeAnswers = {
  getRuleList: { rows: [hot, low, idle], total: 3 },
  getRule: ({ rule_id }) =>
    [hot, low, idle].find((each) => each.rule_id === rule_id) ?? refusal(ERROR.notFound, 'Not found.'),
  getUnitSensors: ({ unit_ids = [] }) => ({
    units: unit_ids.map((unit_id) => ({
      unit_id,
      sensors:
        unit_id === 3
          ? [sensor(3, 'Driver', { type: 'driver', data_type: 'text' })]
          : [sensor(unit_id, unit_id === 1 ? 'Coolant temperature' : 'COOLANT TEMPERATURE')],
    })),
  }),
  getOccurrences: { rows: [], total: 0 },
};

async function show(view: React.ReactNode, { session, ...options }: ScreenWorldOptions = {}) {
  const details = changing<ReadonlyMap<number, Position>>(new Map([report(1, 104, 120_000), report(2, 90)]));
  const watched: (readonly number[])[] = [];
  const fleet = fakeFleet({ units: still(unitsState(units)), details, watch: keepWatched(watched) });
  const world = await renderScreen(<FleetContext value={fleet}>{view}</FleetContext>, {
    ...options,
    answers: { ...answers, ...options.answers },
    session: {
      stage: 'signedIn',
      permissions: everything,
      account: {
        account_id: 1 as AccountId,
        parent_id: null,
        name: 'North',
        type: 'DEALER',
        status: 'active',
        restrict_sub_accounts: false,
      },
      ...session,
    },
  });
  /** Reports come. */
  const hear = (...reports: [number, Position][]): void =>
    act(() => details.set(new Map([...details.getSnapshot(), ...reports])));
  return { ...world, hear, watched };
}

const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const write = (name: string, text: string): void =>
  void fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: text } });
const rowOf = (name: string): HTMLElement => {
  const row = screen.getByRole('link', { name }).closest('tr');
  if (row === null) throw new Error(`"${name}" is in no row`);
  return row;
};
/** Lines of the live panel as they are read. */
const liveLines = (): (string | undefined)[] =>
  within(screen.getByRole('list', { name: 'Now' }))
    .getAllByRole('listitem')
    .map((line) => line.textContent?.replaceAll(/\s/g, ' '));

describe('the list of rules', () => {
  it('describes each in words, and whether it fires', async () => {
    await show(<RuleListScreen />, { path: '/rules' });
    expect((await screen.findByRole('link', { name: 'Hot engine' })).getAttribute('href')).toBe(
      '/event-list?rule_id=4',
    );
    expect(rowOf('Hot engine').textContent).toMatch(
      /Coolant temperature above 100 for 5 min.*All units.*Active on 2 units.*5 minutes ago.*Active.*North/,
    );
    expect(rowOf('Low fuel').textContent).toMatch(/Fuel between 10 and 20.*1 unit.*Quiet.*Never/i);
    expect(rowOf('Old rule').textContent).toMatch(/Coolant temperature below 10.*Inactive.*Inactive/);
    expect(within(rowOf('Hot engine')).getByRole('link', { name: 'Edit Hot engine' }).getAttribute('href')).toBe(
      '/edit-event?rule_id=4',
    );
    expect(screen.getByRole('link', { name: 'New rule' }).getAttribute('href')).toBe('/rules-config');
  });

  it('reads again when a rule fires', async () => {
    const { server } = await show(<RuleListScreen />, { path: '/rules' });
    await screen.findByText('Active on 2 units');
    server.answer('getRuleList', { rows: [{ ...hot, firing: 3 }], total: 1 });
    server.change('occurrence');
    expect(await screen.findByText('Active on 3 units')).toBeTruthy();
  });

  it('lets rules rest, and puts them back to work', async () => {
    const { server, notices, takeBack } = await show(<RuleListScreen />, {
      path: '/rules',
      answers: { updateRuleStatus: ({ rule_ids = [] }) => ({ done: rule_ids, refused: [] }) },
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Hot engine' }));
    expect(screen.queryByRole('button', { name: 'Activate' })).toBeNull();
    press('Deactivate');
    await waitFor(() => expect(notices()).toEqual(['1 rule: Inactive']));
    takeBack();
    await waitFor(() =>
      expect(server.of('updateRuleStatus')).toEqual([
        { rule_ids: [4], status: 'inactive' },
        { rule_ids: [4], status: 'active' },
      ]),
    );
  });

  it('deletes after a question', async () => {
    const { server, notices } = await show(<RuleListScreen />, {
      path: '/rules',
      answers: { deleteRules: { done: [4], refused: [] } },
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Hot engine' }));
    press('Delete');
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText(/Past events stay in the list/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete 1 rule' }));
    await waitFor(() => expect(notices()).toEqual(['1 rule deleted']));
    expect(server.of('deleteRules')).toEqual([{ rule_ids: [4] }]);
  });

  it('shows no acts to who may only look', async () => {
    await show(<RuleListScreen />, { path: '/rules', session: { permissions: { alert: ['r', 'm'] } } });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Hot engine' }));
    expect(screen.queryByRole('link', { name: /Edit|New rule/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Delete|Deactivate|Activate)$/ })).toBeNull();
  });
});

describe('a new rule', () => {
  const chooseSensor = async (name: string): Promise<void> => {
    const field = await screen.findByRole('combobox', { name: 'Sensor' });
    act(() => field.focus());
    fireEvent.change(field, { target: { value: name } });
    fireEvent.click(await screen.findByRole('option', { name: new RegExp(name) }));
  };

  it('says at its fields what is missing, and sends nothing', async () => {
    const { server } = await show(<RuleFormScreen />, { path: '/rules-config' });
    fireEvent.click(await screen.findByRole('radio', { name: 'Chosen units' }));
    press('Save');
    expect(await screen.findByText('Enter a minimum, a maximum, or both')).toBeTruthy();
    expect(screen.getByText('Choose at least one unit, or all units')).toBeTruthy();
    expect(screen.getByText('The Name field is required')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Add units' }).getAttribute('aria-invalid')).toBe('true');
    write('Minimum', '20');
    write('Maximum', '10');
    expect(await screen.findByText('The maximum must not be less than the minimum')).toBeTruthy();
    expect(server.of('createRule')).toEqual([]);
  });

  it('offers the sensors of its units, each name once and no texts', async () => {
    await show(<RuleFormScreen />, { path: '/rules-config' });
    const field = await screen.findByRole('combobox', { name: 'Sensor' });
    fireEvent.click(field);
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Coolant temperatureOn 2 of 3 units']);
  });

  it('saves what was written, and goes to the list', async () => {
    const { server, notices, address, drafts } = await show(<RuleFormScreen />, {
      path: '/rules-config',
      answers: { createRule: hot },
    });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Hot engine' } });
    fireEvent.click(screen.getByRole('radio', { name: 'Chosen units' }));
    write('Add units', 'cold');
    press('Add all 2 found');
    press('Remove Bravo');
    expect(screen.getByText('1 chosen unit')).toBeTruthy();
    await chooseSensor('Coolant temperature');
    write('Maximum', '۱۰۰');
    write('For at least', '300');
    expect(screen.getByText('Coolant temperature above 100 °C for 5 min')).toBeTruthy();
    press('Save');
    await waitFor(() => expect(address()).toBe('/rules'));
    expect(server.of('createRule')).toEqual([
      {
        name: 'Hot engine',
        status: 'active',
        match: 'all',
        conditions: [HOT],
        hold: 300,
        ...NO_LIMITS,
        all_units: false,
        unit_ids: [1],
        unit_group_ids: [],
      },
    ]);
    expect(notices()).toEqual(['Rule “Hot engine” saved']);
    expect([...drafts.keys()]).toEqual([]);
  });

  it('says its hours and limits in words, and needs hours where they count', async () => {
    const { server, address } = await show(<RuleFormScreen />, { path: '/rules-config', answers: { createRule: hot } });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'At night' } });
    fireEvent.click(within(screen.getByRole('group', { name: 'Condition 1' })).getByRole('button', { name: /Kind/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'Movement' }));
    fireEvent.click(screen.getByRole('radio', { name: 'All units' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Except at these times' }));
    press('Save');
    expect(await screen.findByText('Add at least one time')).toBeTruthy();
    press('Add time');
    write('Not again within', '30');
    write('At most a day', '3');
    expect(screen.getByText(/except Mon–Fri 08:00–18:00; not again within 30 min; at most 3 times a day/)).toBeTruthy();
    press('Save');
    await waitFor(() => expect(address()).toBe('/rules'));
    const hours = [{ days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00' }];
    expect(server.of('createRule')).toMatchObject([{ during: 'outside', hours, repeat_after: 30, most_a_day: 3 }]);
  });

  it('of several conditions asks each for what its kind needs, and says the whole in a sentence', async () => {
    const { server, address } = await show(<RuleFormScreen />, { path: '/rules-config', answers: { createRule: hot } });
    const choose = async (scope: HTMLElement, option: string): Promise<void> => {
      fireEvent.click(within(scope).getByRole('button', { name: /Kind/ }));
      fireEvent.click(await screen.findByRole('option', { name: option }));
    };
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Towed' } });
    expect(screen.queryByRole('radio', { name: 'All conditions hold' })).toBeNull();
    await choose(screen.getByRole('group', { name: 'Condition 1' }), 'Speed');
    press('Add condition');
    await choose(screen.getByRole('group', { name: 'Condition 2' }), 'Ignition');
    press('Add condition');
    press('Remove condition 3');
    fireEvent.click(within(screen.getByRole('group', { name: 'Condition 2' })).getByRole('checkbox', { name: /^Not/ }));
    expect(screen.getByText('Complete the conditions to see which units meet them.')).toBeTruthy();
    press('Save');
    expect(await screen.findByText('The Speed limit field is required')).toBeTruthy();
    expect(server.of('createRule')).toEqual([]);
    write('Speed limit', '10');
    expect(screen.getByText('speed over 10 km/h and ignition off')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Any condition holds' }));
    expect(screen.getByText('speed over 10 km/h or ignition off')).toBeTruthy();
    press('Save');
    await waitFor(() => expect(address()).toBe('/rules'));
    expect(server.of('createRule')).toMatchObject([
      {
        match: 'any',
        conditions: [
          { ...newCondition('speed'), limit: 10 },
          { ...newCondition('ignition'), negated: true },
        ],
      },
    ]);
  });

  it('is not kept once it was cancelled', async () => {
    const { drafts, address } = await show(<RuleFormScreen />, { path: '/rules-config' });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Hot engine' } });
    await waitFor(() => expect(drafts.size).toBe(1));
    press('Cancel');
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe('/rules'));
    expect(drafts.size).toBe(0);
  });
});

describe('a rule that is changed', () => {
  it('sends what was changed, with what was expected to stand', async () => {
    const { server, address, named } = await show(<RuleFormScreen />, {
      path: '/edit-event?rule_id=5',
      answers: { updateRule: low },
    });
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Minimum' })).value).toBe('10');
    expect(named()).toEqual({ name: 'Low fuel', page: '/event-list?rule_id=5' });
    // No unit has such a sensor: the name stays.
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Sensor' }).value).toBe('Fuel');
    write('Minimum', '12');
    press('Save');
    await waitFor(() => expect(address()).toBe('/rules'));
    const changed = [{ ...low.conditions[0], minimum: 12 }];
    expect(server.of('updateRule')).toEqual([
      { conditions: changed, rule_id: 5, expected: { conditions: low.conditions } },
    ]);
  });

  it('that is not there is said to be so, as is an address that names none', async () => {
    await show(<RuleFormScreen />, { path: '/edit-event?rule_id=99' });
    expect(await screen.findByText(/Rule not found/)).toBeTruthy();
    cleanup();
    await show(<RuleFormScreen />, { path: '/edit-event' });
    expect(screen.getByText(/Rule not found/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To the event rules' })).toBeTruthy();
  });

  it('says so when somebody deletes it meanwhile', async () => {
    const { server } = await show(<RuleFormScreen />, { path: '/edit-event?rule_id=4' });
    await screen.findByRole('textbox', { name: 'Name' });
    server.answer('getRule', refusal(ERROR.notFound, 'Not found.'));
    server.change('rule');
    expect(await screen.findByText(/^Hot engine has been unavailable since/)).toBeTruthy();
  });
});

describe('the live panel of a rule', () => {
  it('counts the units that meet it, again with every report and with every bound that is typed', async () => {
    const { hear, watched } = await show(<RuleFormScreen />, { path: '/edit-event?rule_id=4' });
    await screen.findByText('1 of 3 units meet this now');
    expect(watched.at(-1)).toEqual([1, 2, 3]);
    expect(liveLines()).toEqual([
      expect.stringMatching(/^AlphaSince .*104 °C2 minutes ago$/),
      expect.stringMatching(/^BravoNormal90 °C/),
      expect.stringMatching(/^CharlieNo such sensor/),
    ]);
    write('For at least', '');
    expect(liveLines()[0]).toMatch(/^AlphaWould fire/);
    hear(report(2, 101));
    expect(screen.getByText('2 of 3 units meet this now')).toBeTruthy();
    write('Maximum', '110');
    expect(screen.getByText('0 of 3 units meet this now')).toBeTruthy();
    write('Maximum', '');
    expect(screen.getByText('Enter a minimum or maximum to see which units meet it.')).toBeTruthy();
    expect(liveLines()[0]).toMatch(/^Alpha104 °C/);
  });

  it('fires once the condition lasted long enough', async () => {
    const { hear } = await show(<RuleFormScreen />, { path: '/edit-event?rule_id=4' });
    await screen.findByText('1 of 3 units meet this now');
    hear(report(1, 105, -240_000));
    expect(liveLines()[0]).toMatch(/^AlphaWould fire105 °C/);
  });

  it('says how many of its units it does not show', async () => {
    await show(<RuleFormScreen />, {
      path: '/edit-event?rule_id=4',
      answers: { getRule: { ...hot, all_units: false, unit_ids: [1, 2, 77, 78] as UnitId[] } },
    });
    expect(await screen.findByText('2 more units are watched and not shown here.')).toBeTruthy();
    expect(screen.getByText('Deleted unit (77)')).toBeTruthy();
  });
});

describe('the list of events', () => {
  const lasting: Occurrence = {
    rule_id: 4 as RuleId,
    rule_name: 'Hot engine',
    unit_id: 1 as UnitId,
    unit_name: 'Alpha',
    match: 'all',
    conditions: [HOT],
    hold: 300,
    since: '2026-06-01T11:30:00Z',
    time: '2026-06-01T11:35:00Z',
    end: null,
    value: 104,
    sensor_type: 'coolant_temperature',
    position: { latitude: 48.1, longitude: 11.5 },
  };
  const over: Occurrence = {
    ...lasting,
    unit_id: 2 as UnitId,
    unit_name: 'Bravo',
    since: '2026-06-01T08:00:00Z',
    time: '2026-06-01T08:05:00Z',
    end: '2026-06-01T09:00:00Z',
    position: null,
  };
  const events: FakeAnswers = { getOccurrences: { rows: [lasting, over], total: 2 } };

  it('shows the condition, the value, and whether it lasts', async () => {
    await show(<EventListScreen />, { path: '/event-list', answers: events });
    const [first, second] = (await screen.findAllByRole('row')).slice(1);
    expect(first.textContent.replaceAll(/\s/g, ' ')).toMatch(
      /Hot engineAlphaCoolant temperature above 100 °C for 5 min104 °C.*Ongoing30 min48\.10000, 11\.50000/,
    );
    expect(second.textContent.replaceAll(/\s/g, ' ')).toMatch(/Bravo.*09:00:00 AM1 hr?no known position/);
    expect(within(first).getByRole('link', { name: 'Alpha' }).getAttribute('href')).toBe('/unit/1/view');
    expect(within(first).getByRole('link', { name: '48.10000, 11.50000' }).getAttribute('href')).toBe(
      '/units/map?units=1&at=2026-06-01T11%3A35%3A00.000Z&camera=48.10000%2C11.50000%2C13.00',
    );
  });

  it('shows no value where the conditions have none', async () => {
    const row = {
      ...lasting,
      conditions: [newCondition('ignition')],
      hold: 0,
      value: null,
      sensor_type: 'custom',
    } as const;
    await show(<EventListScreen />, {
      path: '/event-list',
      answers: { getOccurrences: { rows: [{ ...row, conditions: [...row.conditions] }], total: 1 } },
    });
    expect((await screen.findAllByRole('row'))[1]?.textContent).toMatch(/Alphaignition on–/);
  });

  it('is of the last week, newest first, where the address says nothing', async () => {
    const { server, address } = await show(<EventListScreen />, { path: '/event-list', answers: events });
    await screen.findByRole('link', { name: 'Bravo' });
    expect(server.of('getOccurrences')).toEqual([
      { page: 1, limit: 50, sort: '-time', search: '', from: '2026-05-26T00:00:00.000Z' },
    ]);
    fireEvent.change(screen.getByRole('combobox', { name: 'Date range' }), { target: { value: 'always' } });
    await waitFor(() => expect(address()).toBe('/event-list?from=any'));
    await waitFor(() =>
      expect(server.of('getOccurrences').at(-1)).toEqual({ page: 1, limit: 50, sort: '-time', search: '' }),
    );
  });

  it('is narrowed by rule, unit and whether it lasts', async () => {
    const { server, address } = await show(<EventListScreen />, { path: '/event-list?unit_id=1', answers: events });
    await screen.findByRole('link', { name: 'Bravo' });
    expect(server.of('getOccurrences').at(-1)).toMatchObject({ filters: { unit_id: 1 } });
    expect(within(screen.getByRole('combobox', { name: 'Unit' })).getByRole('option', { name: 'Alpha' })).toBeTruthy();
    await screen.findByRole('option', { name: 'Low fuel' });
    fireEvent.change(screen.getByRole('combobox', { name: 'Rule' }), { target: { value: '5' } });
    await waitFor(() => expect(address()).toBe('/event-list?unit_id=1&rule_id=5'));
    fireEvent.change(screen.getByRole('combobox', { name: 'State' }), { target: { value: 'over' } });
    await waitFor(() =>
      expect(server.of('getOccurrences').at(-1)).toMatchObject({ filters: { unit_id: 1, rule_id: 5, state: 'over' } }),
    );
  });

  it('of one rule says what it asks for and how its units stand', async () => {
    const { hear } = await show(<EventListScreen />, { path: '/event-list?rule_id=4', answers: events });
    expect(await screen.findByRole('heading', { level: 1, name: 'Hot engine' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/edit-event?rule_id=4');
    await screen.findByText('1 of 3 units meet this now');
    expect(screen.getAllByText('Coolant temperature above 100 °C for 5 min').length).toBeGreaterThan(0);
    hear(report(2, 130));
    expect(screen.getByText('2 of 3 units meet this now')).toBeTruthy();
  });

  it('of a rule that was deleted still shows what it recorded', async () => {
    await show(<EventListScreen />, { path: '/event-list?rule_id=99', answers: events });
    expect(await screen.findByText(/This rule was deleted/)).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Bravo' })).toBeTruthy();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rule' }).value).toBe('99');
  });
});
