import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { LENGTH } from '../../src/domain/base/index.ts';
import { goTo } from '../support/app.ts';
import { formsByOne } from '../support/formsByOne.ts';
import { editedRule, newRule } from '../support/forms/rules.ts';
import { wordsOf } from '../support/formSpoilings.ts';
import { expectRefused, spoilPost, type WrongChoice } from '../support/formWalk.ts';

// The form of event rules, walked as those of devices are. All wrong values: src/views/wrongValuesOfThings.test.tsx.

let page: Page;
const stamp = String(Date.now()).slice(-8);
const { walk, note } = formsByOne((forms) => void ({ page } = forms));

const WITHOUT_UNIT: WrongChoice = {
  what: 'no unit',
  message: wordsOf('ruleUnits', ''),
  place: (scope) => scope.getByRole('textbox', { name: 'Add units' }),
  spoil: (scope) => scope.getByText('Chosen units', { exact: true }).click(),
  mend: (scope) => scope.getByRole('list', { name: 'Units that can be added' }).getByRole('button').first().click(),
};
const chooseSensor = async (at: Page): Promise<void> => {
  const sensor = at.getByRole('combobox', { name: 'Sensor', exact: true });
  await sensor.click();
  await sensor.fill('Fuel level');
  await at.getByRole('option', { name: /^Fuel level/ }).click();
};
/** In the list, which has more than a page of rules. */
const inList = (name: string) => async (at: Page) => {
  await at.getByRole('searchbox', { name: 'Name or sensor' }).fill(name);
  await expect(at.getByRole('row', { name: new RegExp(name) })).toBeVisible();
};

test('a new rule, and one that is edited', async () => {
  await goTo(page, '/rules-config');
  await walk({
    ...newRule(`Walked ${stamp}`),
    alsoWrong: [WITHOUT_UNIT],
    prepare: chooseSensor,
    done: inList(`Walked ${stamp}`),
  });
  await page.getByRole('link', { name: `Edit Walked ${stamp}` }).click();
  await walk({ ...editedRule(`Again ${stamp}`), isReloaded: true, done: inList(`Again ${stamp}`) });
});

test('what only the server knows is said at its field, and what was typed stays', async () => {
  await goTo(page, '/rules-config');
  await chooseSensor(page);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill(`again ${stamp}`);
  await page.getByLabel('Minimum', { exact: true }).fill('5');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expectRefused(name, 'An event rule with this name already exists in the account.');
  const mend = await spoilPost(page, 'createRule', {
    name: 'x'.repeat(LENGTH.ruleName.max + 1),
    conditions: [{ sensor: '', minimum: 5 }],
  });
  await name.fill(`Other ${stamp}`);
  await save.click();
  await expectRefused(name, wordsOf('maxLength', 'Name', LENGTH.ruleName));
  await expectRefused(page.getByRole('combobox', { name: 'Sensor', exact: true }), wordsOf('required', 'Sensor'));
  await mend();
  await save.click();
  await inList(`Other ${stamp}`)(page);
  note({ form: 'Rule at the server', fields: 2, spoilings: 3 });
});
