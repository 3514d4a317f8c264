import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { EQUIPMENT, MINUTE } from '../../src/domain/base/index.ts';
import { devicePort, goTo, signIn } from '../support/app.ts';
import { say } from '../support/drive.ts';
import { callAs, createUnit } from '../support/pageCalls.ts';

const stamp = String(Date.now()).slice(-8);
const COUNT = 1_000;
/** Degrees from the south-west corner of one area to that of the next, and how large each is. */
const [STEP, SIZE] = [0.02, 0.01];
const SOUTH = 10;
const WEST = 20;

/** A thousand areas in rows of forty, one that crosses itself, and one that is a mere point. */
function kml(): string {
  const placemark = (name: string, corners: readonly (readonly [number, number])[]): string =>
    `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${corners
      .map(([longitude, latitude]) => `${longitude.toFixed(6)},${latitude.toFixed(6)},0`)
      .join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
  const areas = Array.from({ length: COUNT }, (_, index) => {
    const [x, y] = [WEST + (index % 40) * STEP, SOUTH + Math.floor(index / 40) * STEP];
    return placemark(`Area ${index} ${stamp}`, [
      [x, y],
      [x + SIZE, y],
      [x + SIZE, y + SIZE],
      [x, y + SIZE],
      [x, y],
    ]);
  });
  const crossed = placemark('Crossed', [
    [WEST, SOUTH - 1],
    [WEST + SIZE, SOUTH - 1 + SIZE],
    [WEST + SIZE, SOUTH - 1],
    [WEST, SOUTH - 1 + SIZE],
    [WEST, SOUTH - 1],
  ]);
  const point = placemark('Point', [[WEST, SOUTH]]);
  return `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${areas.join('')}${crossed}${point}</Document></kml>`;
}

/** Clicks on the map of a shape, at shares of its width and height. */
async function clickMap(page: Page, ...places: readonly (readonly [x: number, y: number])[]): Promise<void> {
  const map = page.locator('.shape-map canvas').first();
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  if (!box) throw new Error('The map has no size.');
  for (const [x, y] of places) {
    const [left, top] = [box.x + box.width * x, box.y + box.height * y];
    // A hand that comes to a place, and not one that jumps there.
    await page.mouse.move(left - 3, top - 3);
    await page.mouse.move(left, top);
    await page.mouse.down();
    await page.mouse.up();
  }
}

/** What a tracker sends for a report of Wialon IPS: degrees and minutes, without altitude and inputs. */
function shortReport(time: number, latitude: number, longitude: number, speed: number): string {
  const [date, clock] = new Date(time).toISOString().split('T');
  const [year, month, day] = date.split('-');
  const angle = (degrees: number, digits: number): string => {
    const whole = Math.floor(degrees);
    return `${String(whole).padStart(digits, '0')}${((degrees - whole) * 60).toFixed(4).padStart(7, '0')}`;
  };
  return `#SD#${day}${month}${year.slice(2)};${clock.slice(0, 8).replaceAll(':', '')};${angle(latitude, 2)};N;${angle(longitude, 3)};E;${speed};90;34;9\r\n`;
}

test('a geofence is drawn around a town with the mouse, with a hole, undone and done again, and saved', async ({
  page,
}) => {
  await signIn(page, 'consumer', '/geofence/create');
  await expect(page.locator('[data-drawing=ready]')).toBeVisible();
  const name = `Town ${stamp}`;
  await page.getByLabel('Name').fill(name);
  await page.getByRole('searchbox', { name: 'Find a place' }).fill('Isfahan');
  await page
    .getByRole('button', { name: /^Isfahan/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Polygon', exact: true }).click();
  await clickMap(page, [0.3, 0.3], [0.7, 0.3], [0.7, 0.7], [0.3, 0.7], [0.3, 0.3]);
  await expect(page.getByText('4 points')).toBeVisible();
  await page.getByRole('button', { name: 'Hole', exact: true }).click();
  await clickMap(page, [0.45, 0.45], [0.55, 0.45], [0.55, 0.55], [0.45, 0.45]);
  const hole = page.getByRole('region', { name: 'Hole 1' });
  await expect(hole).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(hole).toBeHidden();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(hole).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();

  const call = await callAs(page);
  const geofenceId = Number(/\/geofence\/(\d+)/.exec(page.url())?.[1]);
  const { shape } = (await call('geofence-service', 'getGeofence', { geofence_id: geofenceId })) as {
    shape: { type: string; coordinates: [number, number][][] };
  };
  expect([shape.type, shape.coordinates.map((ring) => ring.length)]).toEqual(['polygon', [5, 4]]);
  const [longitudes, latitudes] = [0, 1].map((axis) => shape.coordinates[0].map((place) => place[axis]));
  // Where the town is.
  expect([Math.min(...longitudes) < 51.67, Math.max(...longitudes) > 51.66]).toEqual([true, true]);
  expect([Math.min(...latitudes) < 32.66, Math.max(...latitudes) > 32.65]).toEqual([true, true]);
  await call('geofence-service', 'deleteGeofences', { geofence_ids: [geofenceId] });
});

test('a file of a thousand areas is looked at and imported; who drives through one is reported once in and once out', async ({
  page,
}) => {
  await signIn(page, 'consumer', '/geofences');
  await page
    .getByLabel('Import file')
    .setInputFiles({ name: 'areas.kml', mimeType: 'application/xml', buffer: Buffer.from(kml()) });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`${COUNT.toLocaleString('en')} valid`)).toBeVisible();
  await expect(dialog.getByText('2 invalid')).toBeVisible();
  // Refused areas come first, with their place in the file.
  await expect(dialog.getByText(`Item ${(COUNT + 1).toLocaleString('en')}`)).toBeVisible();
  await expect(dialog.getByText(/crosses itself/)).toBeVisible();
  await dialog.getByRole('button', { name: `Import ${COUNT.toLocaleString('en')} geofences` }).click();
  await expect(dialog.getByText(`${COUNT.toLocaleString('en')} geofences imported.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  const call = await callAs(page);
  const name = `Through ${stamp}`;
  const identifier = `zone-${stamp}`;
  const { unitId } = await createUnit(call, identifier, { name, model: 'Generic', kind: 'van' });
  // From between two areas through the second of them, a report a minute, as a tracker sends them over TCP.
  const now = Date.now();
  const latitude = SOUTH + SIZE / 2;
  const reports = Array.from({ length: 7 }, (_, report) =>
    shortReport(now - (8 - report) * MINUTE, latitude, WEST + SIZE + STEP / 8 + (report * STEP) / 6, 20),
  );
  await say(
    devicePort('wialon_ips'),
    ...[`#L#${identifier};NA\r\n`, ...reports].map((message) => new TextEncoder().encode(message)),
  );
  await goTo(page, `/units/events?units=${unitId}`);
  const events = page.getByRole('list', { name: 'Events' });
  const of = (word: string) => events.getByRole('button', { name: new RegExp(`${word}.*Area 1 ${stamp}`) });
  // A thousand areas are taken in while the unit drives.
  await expect(of('Left geofence')).toHaveCount(1, { timeout: 60_000 });
  await expect(of('Entered geofence')).toHaveCount(1);
  // Of these areas alone: what an earlier try left there is still crossed.
  await expect(events.getByRole('button', { name: new RegExp(`geofence.*${stamp}`) })).toHaveCount(2);
  const { rows } = (await call('geofence-service', 'getGeofenceList', { search: stamp, limit: COUNT })) as {
    rows: { geofence_id: number; name: string }[];
  };
  const crossed = rows.find((row) => row.name === `Area 1 ${stamp}`);
  await goTo(page, `/geofence/${crossed?.geofence_id}/view`);
  // Of this unit alone: that of an earlier try drove here before the geofence was made, and its visit is found, too.
  const visits = page
    .getByRole('table', { name: 'Visits' })
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: name });
  await expect(visits).toHaveCount(1);

  // Maps of the tests that follow do not draw them.
  for (let at = 0; at < rows.length; at += EQUIPMENT.perAct) {
    const ids = rows.slice(at, at + EQUIPMENT.perAct).map(({ geofence_id }) => geofence_id);
    await call('geofence-service', 'deleteGeofences', { geofence_ids: ids });
  }
});
