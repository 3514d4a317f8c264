import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { DAY, HOUR, MINUTE, SECOND, floorTo } from '../../src/domain/base/index.ts';
import { goTo, sendPosition, signIn } from '../support/app.ts';
import { callAs, createUnit, type PageCall } from '../support/pageCalls.ts';

// "Heavy braking or over 90 km/h outside towns at night, by lorries, longer than 10 s", written by hand and tried on
// the last week.

const stamp = String(Date.now()).slice(-8);
const TOWN = `Town ${stamp}`;
const LORRIES = `Lorries ${stamp}`;
/** Where the lorries are: in the town, and far outside. */
const [INSIDE, OUTSIDE] = [
  [35.7, 51.4],
  [35.7, 51.9],
] as const;
/** Knots: 111, 80 and 20 km/h. */
const [FAST, STEADY, SLOW] = [60, 43, 11];
const NIGHTS = 6;
/** Reports of a night that say nothing to the rule: one that fires at every other report is warned of. */
const CALM = 10;

/** The town, and two lorries in a group of their own; answers the trackers of the lorries. */
async function makeLorries(call: PageCall): Promise<readonly [string, string]> {
  await call('geofence-service', 'createGeofence', {
    name: TOWN,
    shape: { type: 'circle', center: [INSIDE[1], INSIDE[0]], radius: 2_000 },
  });
  await call('label-service', 'createLabel', { name: LORRIES, kind: 'units' });
  const [first, second] = [`BTA${stamp}`, `BTB${stamp}`];
  for (const identifier of [first, second]) await createUnit(call, identifier, { kind: 'truck', labels: [LORRIES] });
  return [first, second];
}

type Report = readonly [at: number, place: readonly [number, number], knots: number];

/** For 20 s too fast. */
const fast = (at: number, place: Report[1]): Report[] => [
  [at, place, STEADY],
  [at + 10 * SECOND, place, FAST],
  [at + 30 * SECOND, place, FAST],
  [at + MINUTE, place, STEADY],
];
const braking = (at: number): Report[] => [
  [at, OUTSIDE, STEADY],
  [at + 3 * SECOND, OUTSIDE, SLOW],
];

/** What a lorry did in a week, of which the rule finds `brakings` + 1 a night: not what was in town, nor by day. */
function week(brakings: number): Report[] {
  const today = floorTo(Date.now(), DAY);
  const nights = Array.from({ length: NIGHTS }, (_, night) => {
    // Half past midnight in Tehran.
    const at = today - (NIGHTS - night) * DAY + 21 * HOUR;
    return [
      ...fast(at - 12 * HOUR, OUTSIDE),
      ...fast(at, INSIDE),
      ...fast(at + HOUR, OUTSIDE),
      ...Array.from({ length: brakings }, (__, count) => braking(at + HOUR + (count + 2) * MINUTE)).flat(),
      ...Array.from({ length: CALM }, (__, count): Report => [at + (2 * HOUR + count * MINUTE), OUTSIDE, SLOW]),
    ];
  });
  // The rates are those of whole seven days.
  return [[Date.now() - 7 * DAY + 5 * MINUTE, OUTSIDE, SLOW], ...nights.flat()];
}

async function send(identifier: string, reports: readonly Report[]): Promise<void> {
  for (const [at, [latitude, longitude], knots] of reports)
    expect(await sendPosition(identifier, latitude, longitude, knots, at)).toBe(200);
}

/** Outside the town; and either too fast or braking. */
async function writeConditions(page: Page): Promise<void> {
  const part = (name: string) => page.getByRole('group', { name, exact: true });
  const chooseKind = async (condition: string, kind: string): Promise<void> => {
    await part(condition).getByRole('button', { name: /Kind/ }).click();
    await page.getByRole('option', { name: kind, exact: true }).click();
  };
  await page.getByRole('button', { name: 'Add group', exact: true }).click();
  await chooseKind('Condition 1', 'Place');
  await part('Condition 1').getByRole('textbox', { name: 'Geofences', exact: true }).fill(TOWN);
  await part('Condition 1')
    .getByRole('button', { name: `Add ${TOWN}` })
    .click();
  await part('Condition 1').getByText('Not (reverse the condition)').click();
  await chooseKind('Condition 2.1', 'Speed');
  await part('Condition 2.1').getByRole('textbox', { name: 'Speed limit' }).fill('90');
  await part('Group 2').getByRole('button', { name: 'Add condition', exact: true }).click();
  await chooseKind('Condition 2.2', 'Harsh driving');
  await part('Group 2').getByText('Any condition holds', { exact: true }).click();
  await page.getByRole('textbox', { name: 'For at least' }).fill('10');
}

/** Every night from ten to five. */
async function writeNight(page: Page): Promise<void> {
  await page.getByText('Only at these times', { exact: true }).click();
  await page.getByRole('button', { name: 'Add time' }).click();
  for (const day of ['Sat', 'Sun']) await page.getByText(day, { exact: true }).click();
  for (const [field, time] of [
    ['From', '2200'],
    ['To', '0500'],
  ] as const) {
    await page.getByRole('spinbutton', { name: `hour, ${field}` }).click();
    await page.keyboard.type(time);
  }
}

test('a rule in groups is written by hand, tried on the last week and saved in its words', async ({ page }) => {
  await signIn(page, 'consumer');
  const [first, second] = await makeLorries(await callAs(page));
  await Promise.all([send(first, week(3)), send(second, week(1))]);

  await goTo(page, '/rules-config');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Night ${stamp}`);
  await page.getByText('Chosen units', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Groups of units', exact: true }).fill(LORRIES);
  await page.getByRole('button', { name: `Add ${LORRIES}` }).click();
  await writeConditions(page);
  await writeNight(page);

  // 24 by the one and 12 by the other in seven days.
  const words = page.getByText('About 5 a day, 3 of them by 1 unit');
  await expect(words).toHaveCount(2);
  await expect(page.getByText(/^Tried on 2 units that reported/)).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Name or sensor' }).fill(`Night ${stamp}`);
  const row = page.getByRole('row', { name: new RegExp(`Night ${stamp}`) });
  await expect(row).toContainText(
    `outside ${TOWN} and (speed over 90 km/h or harsh braking of at least 0.4 g (immediately)) for 10 sec`,
  );
  await expect(row).toContainText('2 units');
});
