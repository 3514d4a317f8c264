import { expect, test, type Page } from 'playwright/test';
import { devicePort, signIn, url } from '../support/app.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const isSignedIn = (header?: { token: string | null; account: number | null }): boolean => Boolean(header?.token && header.account);

/** A call of the page's own session: what it sends itself is repeated with another method. */
async function callAs(page: Page): Promise<(service: string, method: string, data: object) => Promise<Record<string, unknown>>> {
  const [request] = await Promise.all([
    page.waitForRequest((each) => new URL(each.url()).pathname === '/api' && isSignedIn(each.postDataJSON()?.header)),
    page.reload(),
  ]);
  const { header } = request.postDataJSON();
  return async (service, method, data) => {
    const answer = await page.request.post(request.url(), { data: { header: { ...header, service, method }, data } });
    const { error, data: reply } = await answer.json();
    expect(error, method).toBeNull();
    return reply;
  };
}

/** Yesterday at eleven of UTC: ten minutes on the way, three of standing, ten on the way, twenty of standing. */
async function sendDay(identifier: string, start: number): Promise<void> {
  let [time, longitude] = [start, 13.3];
  for (const [minutes, knots] of [[10, 32], [3, 0], [10, 32], [20, 0]]) {
    for (let second = 0; second < minutes * 60; second += 10) {
      const answer = await fetch(`http://127.0.0.1:${devicePort('osmand')}/?id=${identifier}&lat=52.5&lon=${longitude.toFixed(5)}&speed=${knots}&timestamp=${Math.floor(time / 1000)}`);
      expect(answer.status).toBe(200);
      time += 10_000;
      if (knots > 0) longitude += 0.00243;
    }
  }
}

test('a shorter parking time splits yesterday\'s trip before it is saved, says why, and counts once it is', async ({ page }) => {
  const identifier = `tune-${Date.now() % 1_000_000}`;
  await signIn(page, 'dealer', '/units/list');
  const call = await callAs(page);
  const { device_id } = await call('device-service', 'createDevice', { name: `Tuned ${identifier}`, device_model: 'Generic', unique_identifier: identifier });
  await call('unit-service', 'createUnit', { name: `Tuned ${identifier}`, kind: 'car', device_ids: [device_id] });
  await sendDay(identifier, Math.floor(Date.now() / DAY) * DAY - DAY + 11 * 60 * MINUTE);

  await page.goto(url(`/device/${String(device_id)}?tab=tripDetector`));
  const tuning = page.getByRole('region', { name: 'Tune on the past' });
  const trips = (side: 'Saved' | 'Edited') => tuning.getByRole('region', { name: side }).getByRole('button', { name: /^Trip,/ });
  await expect(trips('Saved')).toHaveCount(1);
  await expect(trips('Edited')).toHaveCount(1);

  await page.getByLabel('Satellites, at least').fill('4');
  await page.getByLabel('Parking time').fill('120');
  await expect(trips('Edited')).toHaveCount(2);
  await expect(trips('Saved')).toHaveCount(1);
  const findings = tuning.getByRole('list', { name: 'What is found' });
  await expect(findings.getByRole('button')).toHaveCount(2);
  await expect(findings).toContainText('the parking time is 2 min');
  await expect(findings).toContainText('the bound is 3 km/h');
  await expect(tuning.locator('.tuning-total', { hasText: /^Trips/ })).toHaveText(/Saved: 1.*Edited: 2/);

  // A press goes to the trip; nothing was sent meanwhile.
  await findings.getByRole('button').first().click();
  await expect(findings.getByRole('button').first()).toHaveAttribute('aria-pressed', 'true');
  await expect(tuning.getByRole('button', { name: 'Whole day' })).toBeEnabled();
  expect((await call('device-service', 'getDevice', { device_id })).settings).toMatchObject({ trip_detector: null });

  // What cannot be is named, and the last good settings stay in sight.
  await page.getByLabel('Parking time').fill('5');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Parking time must be at least 10')).toBeVisible();
  await expect(trips('Edited')).toHaveCount(2);

  await page.getByLabel('Parking time').fill('120');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(trips('Saved')).toHaveCount(2);
  await page.getByRole('button', { name: 'Apply to the past' }).click();
  await expect(page.getByText('Found anew: 2 trips')).toBeVisible();
});
