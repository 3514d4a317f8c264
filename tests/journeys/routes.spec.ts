import { expect, test } from '../support/journey.ts';
import { DAY, MINUTE, distance, toIso } from '../../src/domain/base/index.ts';
import { goTo, sendPosition, signIn } from '../support/app.ts';
import { chooseIn } from '../support/choose.ts';
import { callAs, createUnit } from '../support/pageCalls.ts';

const ZONE = 'Asia/Tehran';
/** What calendar and clock of the account show: `2026-11-25 08:45`. */
const local = (at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE }).format(at);

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

interface DrivenTrip {
  readonly unit_id: number;
  readonly start: string;
  readonly end: string;
  readonly open: boolean;
  readonly start_position: Place | null;
  readonly end_position: Place | null;
}

/** A trip that came back to where it began would be over as soon as it begins. */
const leadsAway = ({ open, start_position: from, end_position: to }: DrivenTrip): boolean =>
  !open && from !== null && to !== null && distance(from.latitude, from.longitude, to.latitude, to.longitude) > 3_000;

test('a trip is saved as a route, planned, and seen late on the lanes of the day', async ({ page }) => {
  const name = `Journey ${Date.now() % 1_000_000}`;
  const now = Date.now();
  await signIn(page, 'consumer', '/routes');
  const call = await callAs(page);
  // Trips of what was recorded before are found once the product has started.
  let trip: DrivenTrip | undefined;
  await expect(async () => {
    const asked = { from: toIso(now - DAY), to: toIso(now) };
    const { trips } = (await call('tracking-service', 'getTrips', asked)) as { trips: DrivenTrip[] };
    trip = trips.find(leadsAway);
    expect(trip).toBeDefined();
  }).toPass();
  if (!trip) return;
  const { unit_id: unit, start: from, end: to } = trip;
  // A unit that stays away: those of the demo drive while the test looks at them.
  const unitName = `Late ${name}`;
  const identifier = `L${now}`;
  await createUnit(call, identifier, { name: unitName });

  // As the trip's own button opens it.
  const query = new URLSearchParams({ unit_id: String(unit), from, to });
  await goTo(page, `/route/create?${query.toString()}`);
  await page.getByRole('textbox', { name: 'Name' }).first().fill(name);
  await expect(page.getByRole('button', { name: 'Remove corridor' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  // One for tomorrow, and one that should have left a while ago.
  const [tomorrow, start] = [local(now + DAY), local(now - 20 * MINUTE)];
  for (const at of [tomorrow, start]) {
    await page.getByRole('button', { name: 'Plan run' }).click();
    const dialog = page.getByRole('dialog');
    await chooseIn(page, 'Unit', unitName);
    await dialog.getByRole('textbox', { name: 'Start' }).fill(at);
    await dialog.getByRole('button', { name: 'Plan run' }).click();
    await expect(dialog).toBeHidden();
  }

  const lane = page.getByRole('region', { name }).getByRole('listitem');
  await goTo(page, `/routes?view=runs&day=${tomorrow.slice(0, 10)}`);
  await expect(lane).toContainText('Planned');
  await goTo(page, `/routes?view=runs&day=${start.slice(0, 10)}`);
  await expect(lane).toContainText(/\d+ min late/);

  // It waits at the start, leaves late and not for its end, and is seen under way without anybody asking again.
  const { rows } = (await call('route-service', 'getRouteList', { search: name })) as { rows: { route_id: number }[] };
  const { checkpoints } = (await call('route-service', 'getRoute', { route_id: rows[0].route_id })) as {
    checkpoints: Place[];
  };
  const [{ latitude, longitude }] = checkpoints;
  const away = latitude < (trip.end_position?.latitude ?? 0) ? -0.02 : 0.02;
  for (const [minute, north] of [0, 0, away, 2 * away].entries())
    expect(await sendPosition(identifier, latitude + north, longitude, 60, now - (4 - minute) * MINUTE)).toBe(200);
  await expect(lane).toContainText(/In progress · \d+ min late/);
  await lane.getByRole('button', { name: `Abort the run of ${unitName}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Abort', exact: true }).click();
  await expect(lane).toContainText('Aborted');
});
