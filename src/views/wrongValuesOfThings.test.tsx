import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  COMMAND_PATTERNS,
  EDITED_COMMAND,
  EDITED_SENSOR,
  NEW_COMMAND,
  NEW_SENSOR,
  PAIRS,
  RANGES,
  type TableKind,
} from '../../tests/support/forms/deviceItems.ts';
import type { FormFields } from '../../tests/support/forms/formFields.ts';
import {
  DocumentForm,
  chooseIn,
  selectIn,
  expectWrongChoices,
  press,
  soon,
  descriptionOf,
  theDialog,
  wrongLabels,
} from '../../tests/support/forms/inDocument.ts';
import { device, expectReloaded, openScreen, type OpenScreen } from '../../tests/support/forms/screens.tsx';
import {
  FILTERS,
  FUEL,
  TRIP_DETECTOR,
  claimForUnit,
  claimFromList,
  editedDevice,
  editedGeofence,
  editedGroup,
  editedNotification,
  editedWebhook,
  editedOperator,
  editedReminder,
  editedSim,
  editedUnit,
  newDevice,
  newGeofence,
  newGroup,
  newNotification,
  newWebhook,
  newOperator,
  newReminder,
  newService,
  newRoute,
  newShare,
  newSim,
  newUnit,
  savedView,
} from '../../tests/support/forms/things.ts';
import { editedRule, newAlert, newRule, newSpeedRule } from '../../tests/support/forms/rules.ts';
import { CARD, DRIVER, GROUP, HOOK, NOTICE, OIL, RULE, YARD } from '../../tests/support/forms/savedThings.ts';
import { REPEATER_CASES, REPORT_CASES } from '../../tests/support/forms/senderCases.ts';
import { wordsOf } from '../../tests/support/formSpoilings.ts';
import { refusal, type FakeAnswers } from './shared/testing/services.ts';
import { sensor } from './shared/testing/devices.tsx';

// Every wrong value of every field that a schema knows of, where no browser is needed to see it refused.

// A machine that runs all checks at once takes its time over some dozens of values.
vi.setConfig({ testTimeout: 60_000 });

beforeEach(() => {
  // Rows of a list are drawn as far as there is room for them.
  Object.defineProperties(HTMLElement.prototype, {
    clientHeight: { configurable: true, get: () => 600 },
    clientWidth: { configurable: true, get: () => 1200 },
  });
});
afterEach(() => {
  cleanup();
  for (const size of ['clientHeight', 'clientWidth']) Reflect.deleteProperty(HTMLElement.prototype, size);
});

interface Case extends OpenScreen {
  readonly form: FormFields;
  readonly path: string;
  /** The form is in a dialog. */
  readonly isDialog?: true;
  /** Brings the form up, or the choices without which it asks for no text. */
  readonly prepare?: () => Promise<void> | void;
  /** Labels belong to it. */
  readonly labels?: string;
}

const NUMBERS = { identifier: 'id-12345', sims: ['4912345671', '4912345672'] } as const;
const withRule: OpenScreen = {
  answers: {
    getRule: RULE,
    getUnitSensors: { units: [{ unit_id: 9, sensors: [sensor(1, { name: 'Fuel level', type: 'fuel_level' })] }] },
  },
};
const buttonOf = (name: string): Promise<HTMLElement> => screen.findByRole('button', { name });
const pressSoon = async (name: string): Promise<void> => void fireEvent.click(await buttonOf(name));
const clickText = async (text: string): Promise<void> => void fireEvent.click(await screen.findByText(text));
const addSensor = async (type: string): Promise<void> => {
  await pressSoon('Add sensor');
  await chooseIn('Type', type);
};

const NO_ALLOCATION: FakeAnswers = {
  getDeviceAllocations: { rows: [], total: 0 },
  getUnitAllocations: { rows: [], total: 0 },
  getUnitActivity: { rows: [], total: 0 },
};

const CASES: readonly Case[] = [
  { form: newUnit('Walked'), path: '/unit-creation?devices=1&step=details', labels: 'Groups' },
  { form: editedUnit('Third'), path: '/unit/9/edit', labels: 'Groups' },
  { form: claimForUnit('Claimed'), path: '/unit-creation', prepare: () => pressSoon('Claim phone-7') },
  {
    form: savedView('Mine'),
    path: '/sim',
    isDialog: true,
    answers: { getSimList: { rows: [], total: 0 } },
    async prepare() {
      await pressSoon('Views');
      await pressSoon('Save view…');
    },
  },
  {
    form: newDevice('Walked one', NUMBERS),
    path: '/device/create',
    prepare: () => chooseIn('Device model', 'Another model…'),
    labels: 'Groups',
  },
  {
    form: editedDevice('Walked two', NUMBERS),
    path: '/device/1/edit',
    answers: { getDevice: { ...device, device_model: 'Trackmaster 4' } },
    labels: 'Groups',
  },
  { form: newSim('4912345673'), path: '/sim/create', labels: 'Groups' },
  { form: editedSim('4912345673'), path: '/sim/3/edit', answers: { getSim: CARD }, labels: 'Groups' },
  { form: newReminder('Oil and filters'), path: '/maintenance-reminder/create', labels: 'Groups' },
  {
    form: editedReminder('Oil'),
    path: '/maintenance-reminder/4/edit',
    answers: { getServiceReminder: OIL },
    labels: 'Groups',
  },
  { form: newService(), path: '/maintenance-reminder/4/bill', answers: { getServiceReminder: OIL } },
  { form: newGroup('Night shift'), path: '/group/create' },
  { form: editedGroup('Day shift'), path: '/groups/6/edit', answers: { getLabel: GROUP } },
  { form: newOperator('Lena Fuchs'), path: '/operator/create', labels: 'Groups' },
  { form: editedOperator('Lena Wolf'), path: '/operator/8/edit', answers: { getOperator: DRIVER }, labels: 'Groups' },
  { form: newGeofence('Yard'), path: '/geofence/create', labels: 'Groups' },
  { form: editedGeofence('Yard north'), path: '/geofence/5/edit', answers: { getGeofence: YARD }, labels: 'Groups' },
  { form: newWebhook('Insurer'), path: '/webhook/create', labels: 'Groups' },
  { form: editedWebhook('Insurance'), path: '/webhook/3/edit', answers: { getWebhook: HOOK }, labels: 'Groups' },
  ...REPEATER_CASES,
  ...REPORT_CASES,
  {
    form: newNotification('Night shift'),
    path: '/notification/create',
    labels: 'Groups',
    prepare: () => clickText('All units'),
  },
  {
    form: editedNotification('Day shift'),
    path: '/notification/7/edit',
    answers: { getNotification: NOTICE },
    labels: 'Groups',
  },
  { form: newRoute('Milk run'), path: '/route/create', labels: 'Groups' },
  { form: newAlert('Danger'), path: '/alert/create', labels: 'Groups' },
  {
    form: newShare('Delivery'),
    path: '/unit/9/view',
    isDialog: true,
    answers: { ...NO_ALLOCATION, getShareList: { rows: [], total: 0 } },
    async prepare() {
      await pressSoon('Share location');
      fireEvent.click(within(await screen.findByRole('dialog')).getByText('Place'));
    },
  },
  { form: TRIP_DETECTOR, path: '/device/1?tab=tripDetector' },
  {
    form: FUEL,
    path: '/device/1?tab=fuel',
    async prepare() {
      await pressSoon('Older settings');
      await clickText('Ignore levels outside the thresholds');
    },
  },
  { form: FILTERS, path: '/device/1?tab=filters', prepare: () => clickText('Hold position while stopped') },
  { form: newRule('Walked'), path: '/rules-config', ...withRule, prepare: () => chooseIn('Sensor', /^Fuel level/) },
  { form: newSpeedRule('Walked'), path: '/rules-config', ...withRule, prepare: () => selectIn('Kind', 'Speed') },
  { form: editedRule('Again'), path: '/edit-event?rule_id=4', ...withRule },
  { form: NEW_SENSOR, path: '/device/1?tab=sensors', prepare: () => addSensor('Custom') },
  {
    form: EDITED_SENSOR,
    path: '/device/1?tab=sensors',
    answers: { getSensors: { sensors: [sensor(5, { type: 'custom', name: 'Plain one', parameter: 'adc1' })] } },
    prepare: () => pressSoon('Edit Plain one'),
  },
  { form: NEW_COMMAND, path: '/device/1?tab=commands', isDialog: true, prepare: () => pressSoon('Add command') },
  {
    form: EDITED_COMMAND,
    path: '/device/1?tab=commands',
    isDialog: true,
    answers: {
      getDeviceCommands: {
        commands: [{ command_id: 7, device_id: 1, code: 'Morning', description: '', text: 'getver' } as never],
      },
    },
    prepare: () => pressSoon('Edit Morning'),
  },
];

/** Opens a form. Answers the walk over it, and what looks at it after a reload. */
async function open({ form, path, isDialog, prepare, ...given }: Case) {
  const world = await openScreen(path, given);
  await prepare?.();
  const [{ label }] = Object.values(form.fields);
  await screen.findByLabelText(label, { selector: 'input, textarea' });
  const sent = () => form.methods.flatMap((method) => world.server.of(method));
  const walk = new DocumentForm(form, { sent, ...(isDialog ? { within: theDialog } : {}) });
  return { walk, expectBack: () => expectReloaded(walk, world, given) };
}

describe.each(CASES)('$form.name', (each) => {
  it('names each wrong value at its field, sends none, and has its draft after a reload', async () => {
    const { walk, expectBack } = await open(each);
    await walk.spoil();
    const labels = each.labels === undefined ? [] : wrongLabels(each.labels);
    await expectWrongChoices(each.form.isKnown ? labels.slice(0, 1) : labels, () => walk.submit());
    walk.expectNothingSent();
    await expectBack();
  });
});

describe.each([PAIRS, RANGES])('a table of $group', (table: TableKind) => {
  const { group, columns, good, form } = table;
  const fill = (rows: readonly (readonly string[])[]): void => {
    const remove = (): HTMLElement | null => screen.queryByRole('button', { name: 'Remove row 1' });
    for (let first = remove(); first !== null; first = remove()) fireEvent.click(first);
    for (const [index, row] of rows.entries()) {
      press('Add row');
      for (const [column, value] of row.entries())
        fireEvent.change(screen.getByLabelText(`${columns[column]} ${index + 1}`), { target: { value } });
    }
  };
  it('names what is wrong in its cell, or of the whole, and comes back after a reload', async () => {
    const { walk, expectBack } = await open({
      form,
      path: '/device/1?tab=sensors',
      async prepare() {
        await addSensor(table === PAIRS ? 'Fuel level' : 'Custom');
        fireEvent.change(screen.getByLabelText('Parameter'), { target: { value: 'adc1' } });
        fireEvent.click(screen.getByText(group));
        await buttonOf('Add row');
        fill(good);
      },
    });
    await walk.spoil();
    const choices = table.wrong.map(({ what, message, at, rows }) => ({
      what,
      message,
      spoil: () => fill(rows),
      mend: () => fill(good),
      place: () => (at === null ? screen.getByRole('group', { name: group }) : screen.getByLabelText(at)),
    }));
    await expectWrongChoices(choices, () => walk.submit());
    walk.expectNothingSent();
    await expectBack();
    for (const [index, row] of good.entries())
      for (const [column, value] of row.entries())
        expect(screen.getByLabelText<HTMLInputElement>(`${columns[column]} ${index + 1}`).value).toBe(value);
  });
});

describe.each(COMMAND_PATTERNS)(
  'the command of $model: $command',
  ({ model, command, places, goesOut, shown = goesOut, isDangerous }) => {
    it('names each wrong value at its place, and goes out as the protocol writes it', async () => {
      const { server } = await openScreen('/device/1?tab=commands', {
        answers: { getDevice: { ...device, device_model: model }, executeDeviceCommand: refusal('99', 'Refused.') },
      });
      await pressSoon(`Use: ${command}`);
      const dialog = within(await screen.findByRole('dialog'));
      if (isDangerous) fireEvent.click(dialog.getByRole('checkbox'));
      for (const [label, good, ...wrong] of places) {
        const field = dialog.getByLabelText<HTMLInputElement>(label);
        const type = (value: string): boolean => fireEvent.change(field, { target: { value } });
        for (const [value, message] of wrong) {
          type(value);
          press('Send', theDialog());
          await soon(() => expect(descriptionOf(field), `${label}: ${value}`).toContain(message));
          expect(field.getAttribute('aria-invalid')).toBe('true');
        }
        type(good);
        await soon(() => expect(field.getAttribute('aria-invalid')).not.toBe('true'));
      }
      expect(server.of('executeDeviceCommand')).toEqual([]);
      expect(dialog.getByText(shown)).toBeTruthy();
      press('Send', theDialog());
      await soon(() => expect(server.of('executeDeviceCommand')).toMatchObject([{ text: goesOut }]));
    });
  },
);

it('a tracker is not claimed from the list under a wrong name', async () => {
  const claimed: unknown[] = [];
  const claim = async (asked: unknown) => {
    claimed.push(asked);
    return { ok: false as const, ...refusal('99', 'Refused.') };
  };
  await openScreen('/units/list', { fleet: { claim } });
  await pressSoon('Unclaimed trackers');
  await pressSoon('Claim phone-7');
  await screen.findByLabelText('Unit name');
  await new DocumentForm(claimFromList('Fourth'), { sent: () => claimed, within: theDialog }).spoil();
});

it('labels of units are refused as those of one are', async () => {
  const { server } = await openScreen('/units/list');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Van 1' }));
  await pressSoon('Groups');
  await screen.findByRole('dialog');
  const choices = wrongLabels('Add', ['night']);
  choices[0].mend();
  await expectWrongChoices(choices, () => press('Save', theDialog()));
  expect(server.of('changeLabels')).toEqual([]);
});

it('a rule needs a bound, and a unit where units are chosen', async () => {
  const { server } = await openScreen('/rules-config', withRule);
  await chooseIn('Sensor', /^Fuel level/);
  const bounds = (minimum: string, maximum: string) => (): void => {
    fireEvent.change(screen.getByLabelText('Minimum'), { target: { value: minimum } });
    fireEvent.change(screen.getByLabelText('Maximum'), { target: { value: maximum } });
  };
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Walked' } });
  bounds('5', '90')();
  const choices = [
    {
      what: 'no bound',
      message: wordsOf('oneBound', ''),
      spoil: bounds('', ''),
      mend: bounds('5', '90'),
      place: () => screen.getByLabelText('Minimum'),
    },
    {
      what: 'no unit',
      message: wordsOf('ruleUnits', ''),
      spoil: () => void fireEvent.click(screen.getByText('Chosen units')),
      mend: () =>
        void fireEvent.click(
          within(screen.getByRole('list', { name: 'Units that can be added' })).getAllByRole('button')[0]!,
        ),
      place: () => screen.getByRole('textbox', { name: 'Add units' }),
    },
  ];
  await expectWrongChoices(choices, () => press('Save'));
  expect(server.of('createRule')).toEqual([]);
});

describe.each([
  { of: 'a device', path: '/device/1?tab=allocation', opens: () => pressSoon('Allocate…'), method: 'allocateDevices' },
  { of: 'a unit', path: '/unit/9/view', opens: () => pressSoon('Allocate'), method: 'allocateUnit' },
  {
    of: 'several units',
    path: '/units/list',
    async opens() {
      fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Van 1' }));
      await pressSoon('Allocate');
    },
    method: 'allocateUnits',
  },
] as const)('the allocation of $of', ({ path, opens, method }) => {
  it('asks for an account and dates, of which the end is after the start', async () => {
    const { server } = await openScreen(path, { answers: NO_ALLOCATION });
    await opens();
    const account = await within(await screen.findByRole('dialog')).findByRole('combobox', { name: 'Account' });
    const date = (label: string): HTMLElement => within(theDialog()).getByLabelText(label, { selector: 'input' });
    const type = (label: string, value: string): boolean => fireEvent.change(date(label), { target: { value } });
    const refused = (field: () => Element, message: string): Promise<void> =>
      soon(() => expect(descriptionOf(field())).toContain(message));
    press('Allocate', theDialog());
    await refused(() => account, wordsOf('required', 'Account'));
    await refused(() => date('From'), wordsOf('required', 'From'));
    await refused(() => date('Until'), wordsOf('required', 'Until'));
    await chooseIn('Account', 'South');
    type('From', '05/07/2026 12:00 PM');
    for (const until of ['04/07/2026 12:00 PM', '05/07/2026 12:00 PM']) {
      type('Until', until);
      press('Allocate', theDialog());
      await refused(() => date('Until'), wordsOf('interval', ''));
    }
    type('Until', '06/07/2026 12:00 PM');
    await soon(() => expect(date('Until').getAttribute('aria-invalid')).not.toBe('true'));
    expect(server.of(method)).toEqual([]);
  });
});
