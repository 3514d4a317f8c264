import { expect, test, type Locator, type Page } from 'playwright/test';
import { LENGTH } from '../../src/domain/base/index.ts';
import { ruleSchema } from '../../src/domain/rule/index.ts';
import { url } from '../support/app.ts';
import { formsByOne } from '../support/formsByOne.ts';
import { wordsOf, type TypedFields } from '../support/formSpoilings.ts';
import { expectRefused, spoilPost, type WrongChoice } from '../support/formWalk.ts';

// The form of event rules, walked as those of devices are.

let page: Page;
const stamp = String(Date.now()).slice(-8);
const { walk, note } = formsByOne((forms) => void ({ page } = forms));

const fields = (name: string): TypedFields => ({
  name: { label: 'Name', valid: name, like: 'rule_name' },
  minimum: { label: 'Minimum', valid: '5', like: 'number' },
  maximum: {
    label: 'Maximum',
    valid: '90',
    like: 'number',
    wrong: [{ rule: 'order', value: '4', message: wordsOf('minimumMaximum', '') }],
  },
  hold: { label: 'For at least', valid: '60', like: 'number' },
});
const chosen = ['status', 'sensor', 'condition', 'all_units', 'unit_ids'];
const bounds =
  (minimum: string, maximum: string) =>
  async (scope: Page | Locator): Promise<void> => {
    await scope.getByLabel('Minimum', { exact: true }).fill(minimum);
    await scope.getByLabel('Maximum', { exact: true }).fill(maximum);
  };
const WRONG: readonly WrongChoice[] = [
  {
    what: 'no bound',
    message: wordsOf('oneBound', ''),
    spoil: bounds('', ''),
    mend: bounds('5', '90'),
    place: (scope) => scope.getByLabel('Minimum', { exact: true }),
  },
  {
    what: 'no unit',
    message: wordsOf('ruleUnits', ''),
    place: (scope) => scope.getByRole('textbox', { name: 'Add units' }),
    spoil: (scope) => scope.getByText('Chosen units', { exact: true }).click(),
    mend: (scope) => scope.getByRole('list', { name: 'Units that can be added' }).getByRole('button').first().click(),
  },
];
const chooseSensor = async (at: Page): Promise<void> => {
  const sensor = at.getByRole('combobox', { name: 'Sensor', exact: true });
  await sensor.click();
  await sensor.fill('Fuel level');
  await at.getByRole('option', { name: /^Fuel level/ }).click();
};
const inList = (name: string) => (at: Page) => expect(at.getByRole('row', { name: new RegExp(name) })).toBeVisible();

test('a new rule, and one that is edited', async () => {
  await page.goto(url('/rules-config'));
  await walk({
    name: 'Rule',
    schema: ruleSchema,
    submit: 'Save',
    methods: ['createRule'],
    fields: fields(`Walked ${stamp}`),
    chosen,
    alsoWrong: WRONG,
    survivesReload: true,
    prepare: chooseSensor,
    done: inList(`Walked ${stamp}`),
  });
  await page.getByRole('link', { name: `Edit Walked ${stamp}` }).click();
  await walk({
    name: 'Edit rule',
    schema: ruleSchema,
    submit: 'Save',
    methods: ['updateRule'],
    isKnown: true,
    fields: fields(`Again ${stamp}`),
    chosen,
    survivesReload: true,
    done: inList(`Again ${stamp}`),
  });
});

test('what only the server knows is said at its field, and what was typed stays', async () => {
  await page.goto(url('/rules-config'));
  await chooseSensor(page);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill(`again ${stamp}`);
  await page.getByLabel('Minimum', { exact: true }).fill('5');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expectRefused(name, 'An event rule with this name already exists in the account.');
  const mend = await spoilPost(page, 'createRule', { name: 'x'.repeat(LENGTH.ruleName.max + 1), sensor: '' });
  await name.fill(`Other ${stamp}`);
  await save.click();
  await expectRefused(name, wordsOf('maxLength', 'Name', LENGTH.ruleName));
  await expectRefused(page.getByRole('combobox', { name: 'Sensor', exact: true }), wordsOf('required', 'Sensor'));
  await mend();
  await save.click();
  await inList(`Other ${stamp}`)(page);
  note({ form: 'Rule at the server', fields: 2, spoilings: 3 });
});
