import net from 'node:net';
import { expect, test } from '../support/journey.ts';
import { devicePort, goTo, sendPosition, signIn } from '../support/app.ts';
import { callAs, createUnit } from '../support/pageCalls.ts';

const DAY = 86_400_000;

interface Report {
  /** Unix seconds. */
  readonly time: number;
  readonly longitude: number;
  readonly knots: number;
}

/** From eleven of UTC on: ten minutes on the way, three of standing, ten on the way, twenty of standing. */
function dayOf(midnight: number): Report[] {
  const reports: Report[] = [];
  let [time, longitude] = [Math.floor(midnight / 1000) + 11 * 3600, 13.3];
  for (const [minutes, knots] of [
    [10, 32],
    [3, 0],
    [10, 32],
    [20, 0],
  ]) {
    for (let second = 0; second < minutes * 60; second += 10) {
      reports.push({ time, longitude, knots });
      time += 10;
      if (knots > 0) longitude += 0.00243;
    }
  }
  return reports;
}

/** All in one packet, as a tracker sends what it kept while it was out of reach (Wialon IPS 1.1). */
async function sendKept(identifier: string, reports: readonly Report[]): Promise<void> {
  const messages = reports.map(({ time, longitude, knots }) => {
    const [date, clock] = new Date(time * 1000).toISOString().split('T');
    const [year, month, day] = date.split('-');
    const minutes = ((longitude - 13) * 60).toFixed(4).padStart(7, '0');
    return `${day}${month}${year.slice(2)};${clock.slice(0, 8).replaceAll(':', '')};5230.0000;N;013${minutes};E;${Math.round(knots * 1.852)};90;34;NA`;
  });
  const socket = net.connect(devicePort('wialon_ips'), '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes) => (heard += bytes.toString()));
  socket.write(`#L#${identifier};NA\r\n#B#${messages.join('|')}\r\n`);
  await expect.poll(() => heard).toContain(`#AB#${reports.length}`);
  socket.end();
}

test("a shorter parking time splits yesterday's trip and last week's before it is saved, says why, and counts once it is", async ({
  page,
}) => {
  // Three looks at the past and two ways to save in one sitting: a busy machine takes its time.
  test.setTimeout(180_000);
  const identifier = `tune-${Date.now() % 1_000_000}`;
  await signIn(page, 'dealer', '/units/list');
  const unit = { name: `Tuned ${identifier}`, model: 'Generic', kind: 'car' };
  const call = await callAs(page);
  const { deviceId } = await createUnit(call, identifier, unit);
  const yesterday = Math.floor(Date.now() / DAY) * DAY - DAY;
  await sendKept(identifier, [...dayOf(yesterday - 7 * DAY), ...dayOf(yesterday)]);

  await goTo(page, `/device/${deviceId}?tab=tripDetector`);
  const tuning = page.getByRole('region', { name: 'Test on past data' });
  const trips = (side: 'Saved' | 'Edited') =>
    tuning.getByRole('region', { name: side }).getByRole('button', { name: /^Trip,/ });
  await expect(trips('Saved')).toHaveCount(1);
  await expect(trips('Edited')).toHaveCount(1);

  await page.getByLabel('Minimum satellites').fill('4');
  await page.getByLabel('Parking time').fill('120');
  await expect(trips('Edited')).toHaveCount(2);
  await expect(trips('Saved')).toHaveCount(1);
  const findings = tuning.getByRole('list', { name: 'Results' });
  await expect(findings.getByRole('button')).toHaveCount(2);
  await expect(findings).toContainText('parking time 2 min');
  await expect(findings).toContainText('threshold 3 km/h');
  await expect(tuning.locator('.tuning-total', { hasText: /^Trips/ })).toHaveText(/Saved: 1.*Edited: 2/);

  // A press goes to the trip; nothing was sent meanwhile.
  await findings.getByRole('button').first().click();
  await expect(findings.getByRole('button').first()).toHaveAttribute('aria-pressed', 'true');
  await expect(tuning.getByRole('button', { name: 'Whole day' })).toBeEnabled();
  expect((await call('device-service', 'getDevice', { device_id: deviceId })).settings).toMatchObject({
    trip_detector: null,
  });

  // A week earlier by the keyboard: what the tracker sent late is checked by the same edited settings.
  await tuning.getByRole('button', { name: /^Day:/ }).click();
  const days = page.getByRole('application', { name: /^Day,/ }).locator('.day-picker-day');
  await expect(days.and(page.locator(':focus'))).toHaveAttribute('aria-label', /selected/);
  await page.keyboard.press('ArrowUp');
  await expect(days.and(page.locator(':focus'))).toContainText('Days with reports');
  await page.keyboard.press('Enter');
  await expect(trips('Saved')).toHaveCount(1);
  await expect(trips('Edited')).toHaveCount(2);
  await tuning.getByRole('button', { name: /^Day:/ }).click();
  await expect(days.and(page.locator(':focus'))).toHaveAttribute('aria-label', /selected/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');

  // Impossible settings are named, and the last good ones stay in sight.
  await page.getByLabel('Parking time').fill('5');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Parking time must be at least 10')).toBeVisible();
  await expect(trips('Edited')).toHaveCount(2);

  await page.getByLabel('Parking time').fill('120');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(trips('Saved')).toHaveCount(2);
  await page.getByRole('button', { name: 'Apply to past data' }).click();
  await expect(page.getByText('Recalculated: 2 trips')).toBeVisible();

  // What the setting checks now is below it: it moves with the next report, and turns with the setting.
  const speed = page.locator('.setting', { has: page.getByLabel('Minimum moving speed') });
  await expect(speed).toContainText('Now 0 km/h · stopped');
  await sendPosition(identifier, 52.5, 13.5);
  await expect(speed).toContainText('Now 37 km/h · moving');
  await page.getByLabel('Minimum moving speed').fill('60');
  await expect(speed).toContainText('Now 37 km/h · stopped');
});
