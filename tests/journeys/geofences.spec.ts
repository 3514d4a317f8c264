import { expect, test } from 'playwright/test';
import { EQUIPMENT, MINUTE } from '../../src/domain/base/index.ts';
import { devicePort, signIn, url } from '../support/app.ts';
import { callAs } from '../support/pageCalls.ts';

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
  // What is refused comes first, with its place in the file.
  await expect(dialog.getByText(`Item ${(COUNT + 1).toLocaleString('en')}`)).toBeVisible();
  await expect(dialog.getByText(/crosses itself/)).toBeVisible();
  await dialog.getByRole('button', { name: `Import ${COUNT.toLocaleString('en')} geofences` }).click();
  await expect(dialog.getByText(`${COUNT.toLocaleString('en')} geofences imported.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  const call = await callAs(page);
  const name = `Through ${stamp}`;
  const identifier = `zone-${stamp}`;
  const { device_id } = await call('device-service', 'createDevice', {
    name,
    device_model: 'Traccar Client',
    unique_identifier: identifier,
  });
  const { unit_id } = await call('unit-service', 'createUnit', { name, kind: 'van', device_ids: [device_id] });
  // From between two areas through the second of them, a report a minute.
  const now = Date.now();
  const latitude = SOUTH + SIZE / 2;
  for (let report = 0; report < 7; report++) {
    const longitude = WEST + SIZE + STEP / 8 + (report * STEP) / 6;
    const time = Math.round((now - (8 - report) * MINUTE) / 1000);
    const answer = await page.request.get(
      `http://127.0.0.1:${devicePort('osmand')}/?id=${identifier}&lat=${latitude}&lon=${longitude}&speed=20&timestamp=${time}`,
    );
    expect(answer.status()).toBe(200);
  }
  await page.goto(url(`/units/events?units=${String(unit_id)}`));
  const events = page.getByRole('list', { name: 'Events' });
  const of = (word: string) => events.getByRole('button', { name: new RegExp(`${word}.*Area 1 ${stamp}`) });
  await expect(of('Left geofence')).toHaveCount(1);
  await expect(of('Entered geofence')).toHaveCount(1);
  await expect(events.getByText(/geofence/)).toHaveCount(2);

  // Maps of the tests that follow do not draw them.
  const { rows } = (await call('geofence-service', 'getGeofenceList', { search: stamp, limit: COUNT })) as {
    rows: { geofence_id: number }[];
  };
  for (let at = 0; at < rows.length; at += EQUIPMENT.perAct) {
    const ids = rows.slice(at, at + EQUIPMENT.perAct).map(({ geofence_id }) => geofence_id);
    await call('geofence-service', 'deleteGeofences', { geofence_ids: ids });
  }
});
