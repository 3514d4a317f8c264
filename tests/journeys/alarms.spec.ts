import { expect, test } from '../support/journey.ts';
import type { Browser, Locator, Page } from 'playwright/test';
import { MODELS } from '../../models/models.ts';
import { SECOND, toIso } from '../../src/domain/base/index.ts';
import { goTo, openAgain, sendPosition, signIn } from '../support/app.ts';
import { testTour } from '../support/modelJourneys.ts';
import { callAs, createUnit, type PageCall } from '../support/pageCalls.ts';

// Two people of one account look at the queue, each in a window of their own; trackers raise what is in it.

const OTHER = { login: 'reza.ahmadi', name: 'Reza Ahmadi' } as const;
/** Knots. */
const [FAST, SLOW] = [65, 10];

/** A unit of its own, whose tracker raises an alarm when it drives fast. */
class SpeedingUnit {
  readonly name: string;
  readonly #call: PageCall;
  #identifier = '';
  #at = 0;
  ruleId = 0;

  constructor(call: PageCall, name: string) {
    this.#call = call;
    this.name = name;
  }

  async create(): Promise<void> {
    this.#identifier = `AL${Date.now() % 1e9}`;
    const { unitId } = await createUnit(this.#call, this.#identifier, { name: this.name });
    const { rule_id: ruleId } = await this.#call('rule-service', 'createRule', {
      name: `Over 90 ${this.name}`,
      conditions: [{ kind: 'speed', limit: 90 }],
      all_units: false,
      unit_ids: [unitId],
    });
    this.ruleId = Number(ruleId);
    await this.#call('alert-service', 'createAlert', { name: `Speeding ${this.name}`, rule_ids: [ruleId] });
    await expect(async () => expect(await this.drive(SLOW)).toBe(200)).toPass();
  }

  drive(knots: number): Promise<number> {
    // Not twice the same time; and what was before the rule is none of its business.
    this.#at = Math.max(Date.now(), this.#at + SECOND);
    return sendPosition(this.#identifier, 51.5, -0.1, knots, this.#at);
  }

  /** The number of its alarm, once the rule has fired. */
  async raise(): Promise<number> {
    expect(await this.drive(FAST)).toBe(200);
    let found = 0;
    await expect(async () => {
      const { rows } = await this.#call('alert-service', 'getAlarmList', { filters: { rule_id: this.ruleId } });
      [{ alarm_id: found }] = rows as { alarm_id: number }[];
    }).toPass();
    return found;
  }

  /** The rule holds no longer, whether or not it held. */
  async clear(): Promise<void> {
    await this.drive(FAST);
    await this.drive(SLOW);
  }
}

const detailOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Alarm', exact: true });
const historyOf = (page: Page): Locator => detailOf(page).getByRole('list');
const stateIn = (page: Page, state: string): Promise<void> =>
  expect(detailOf(page).locator('.fact-grid')).toContainText(new RegExp(`State\\s*${state}`));

/** The instant at which a window shows the alarm in a state, ms. */
const whenShown = (window: Page, state: string): Promise<number> =>
  window.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const facts = document.querySelector('.alarm-detail .fact-grid')?.textContent ?? '';
          if (!facts.includes(`State${wanted}`)) return;
          observer.disconnect();
          resolve(Date.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      }),
    state,
  );

/** Presses in one window; answers how many times longer than that one the other took to show the state. */
async function timesLonger(page: Page, button: string, other: Page, state: string): Promise<number> {
  const shown = Promise.all([page, other].map((window) => whenShown(window, state)));
  const pressed = await detailOf(page)
    .getByRole('button', { name: button, exact: true })
    .evaluate((element: HTMLElement) => {
      element.click();
      return Date.now();
    });
  const [here, there] = await shown;
  return (there - pressed) / (here - pressed);
}

async function openOther(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, OTHER.login, path);
  // On a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  return page;
}

testTour({
  model: MODELS.alarm,
  as: 'consumer',
  landing: '/profile',
  // Events that take minutes are walked on the decisions (models/alarm.fold.test.ts); a rule that fires again clears
  // here first.
  accepts: (event) => !['expires', 'escalates', 'fires'].includes(event),
  drive(page) {
    let [call, callOther]: PageCall[] = [];
    let other: Page;
    let unit: SpeedingUnit;
    let alarmId = 0;
    let comments = 0;
    const windows = (): readonly Page[] => [page, other];
    const both = (check: (window: Page) => Promise<void>): Promise<unknown> => Promise.all(windows().map(check));
    const look = (state: string) => async () => void (await both((window) => stateIn(window, state)));
    const press = (window: Page, name: string): Promise<void> =>
      detailOf(window).getByRole('button', { name, exact: true }).click();
    const inDialog = (name: string, choice: string) => async (): Promise<void> => {
      await press(page, name);
      const dialog = page.getByRole('dialog', { name });
      await dialog.getByText(choice, { exact: true }).click();
      await dialog.getByRole('button', { name, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    return {
      async start() {
        other = await openOther(page.context().browser()!, '/profile');
        callOther = await callAs(other);
      },
      async restart() {
        call ??= await callAs(page);
        unit = new SpeedingUnit(call, `Van ${Date.now() % 1e8}`);
        await unit.create();
        alarmId = await unit.raise();
        await both(async (window) => {
          await openAgain(window, `/alarms?state=all&rule_id=${unit.ruleId}&alarm=${alarmId}`);
          await stateIn(window, 'Open');
        });
      },
      acts: {
        acknowledge: () => press(page, 'Acknowledge'),
        async 'acknowledge.late'() {
          const { done, refused } = await callOther('alert-service', 'acknowledgeAlarms', { alarm_ids: [alarmId] });
          expect(done).toEqual([]);
          expect(refused).toMatchObject([{ id: alarmId }]);
        },
        async assign() {
          await press(page, 'Assign');
          const dialog = page.getByRole('dialog', { name: 'Assign' });
          const target = dialog.getByRole('combobox');
          // The field begins with whoever has it, once people are read: it goes to the other.
          await expect(target).toBeEnabled();
          const to = (await target.inputValue()) === OTHER.name ? 'Leila Karimi' : OTHER.name;
          await target.fill(to);
          await page.getByRole('option', { name: to }).click();
          await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
          await both((window) => expect(historyOf(window)).toContainText(`Assigned to ${to}`));
        },
        async comment() {
          const text = `Calling the driver ${++comments}`;
          await detailOf(other)
            .getByRole('textbox', { name: /Comment/ })
            .fill(text);
          await press(other, 'Add comment');
          await both((window) => expect(historyOf(window)).toContainText(text));
        },
        snooze: inDialog('Snooze', '1 hour'),
        resolve: inDialog('Resolve', 'Handled'),
        reopen: () => press(other, 'Reopen'),
        clears: () => unit.clear(),
        async wakes() {
          const until = toIso(Date.now() + SECOND);
          await call('alert-service', 'snoozeAlarms', { alarm_ids: [alarmId], until });
        },
      },
      looks: {
        open: look('Open'),
        acknowledged: look('Acknowledged'),
        snoozed: look('Snoozed'),
        async resolved() {
          await look('Resolved')();
          await both((window) => expect(historyOf(window)).toContainText('Resolved: Handled'));
        },
        async cleared() {
          await look('Resolved')();
          await both((window) => expect(historyOf(window)).toContainText('Resolved: Rule cleared'));
        },
      },
    };
  },
});

test('an alarm that a tracker raises is in both windows, and of two who acknowledge it at once the other sees who won', async ({
  page,
  browser,
}) => {
  test.setTimeout(150_000);
  await signIn(page, 'consumer');
  const unit = new SpeedingUnit(await callAs(page), `Lorry ${Date.now() % 1e8}`);
  await unit.create();
  const path = `/alarms?rule_id=${unit.ruleId}`;
  await goTo(page, path);
  const other = await openOther(browser, path);
  const windows = [page, other];
  for (const window of windows) await expect(window.getByText('No alarms match these filters')).toBeVisible();
  const lines = windows.map((window) => window.getByRole('list', { name: 'Alarms' }).getByRole('listitem'));
  // A tracker goes on reporting: what it says before the new rule is in force is none of the rule's business.
  await expect(async () => {
    await unit.drive(FAST);
    await expect(lines[0]).toContainText(unit.name, { timeout: 2_000 });
  }).toPass();
  for (const line of lines) await expect(line).toContainText(unit.name);
  await Promise.all(lines.map((line) => line.getByRole('button').click()));
  const buttons = windows.map((window) => detailOf(window).getByRole('button', { name: 'Acknowledge', exact: true }));
  for (const button of buttons) await expect(button).toBeVisible();
  for (const [index, name] of ['Leila Karimi', OTHER.name].entries())
    await expect(detailOf(windows[1 - index] as Page)).toContainText(`Also looking: ${name}`);
  // Neither hears of the other before it has pressed.
  const calls: (() => Promise<void>)[] = [];
  const pressed = windows.map(
    (window) =>
      new Promise<void>((resolve) => {
        void window.route('**/api', async (route) => {
          if (route.request().postDataJSON()?.header?.method !== 'acknowledgeAlarms') return route.continue();
          calls.push(() => route.continue());
          resolve();
        });
      }),
  );
  await Promise.all(buttons.map((button) => button.click()));
  await Promise.all(pressed);
  await Promise.all(calls.map((send) => send()));
  for (const window of windows) await stateIn(window, 'Acknowledged');
  const [acknowledged] = await Promise.all(
    windows.map(async (window) => {
      const said = window.getByText(/has already acknowledged it/);
      const won = window.getByText('1 alarm acknowledged');
      await expect(said.or(won).first()).toBeVisible();
      return (await said.count()) > 0 ? ((await said.first().textContent()) ?? '') : '';
    }),
  ).then((texts) => texts.filter((text) => text !== ''));
  expect(acknowledged).toMatch(/Leila Karimi|Reza Ahmadi/);
  await expect(detailOf(page).locator('.fact-grid')).toContainText(/Leila Karimi|Reza Ahmadi/);

  // The other window shows it hardly later than the one that did it; a busy machine may be late once.
  await Promise.all(windows.map((window) => window.unroute('**/api')));
  const times: number[] = [];
  for (const [button, state] of [
    ['Reopen', 'Open'],
    ['Acknowledge', 'Acknowledged'],
    ['Reopen', 'Open'],
  ] as const) {
    await expect(detailOf(page).getByRole('button', { name: button, exact: true })).toBeEnabled();
    times.push(await timesLonger(page, button, other, state));
  }
  expect(Math.min(...times)).toBeLessThan(3);
  await other.context().close();
});
