import { expect, test } from '../support/journey.ts';
import { signIn } from '../support/app.ts';

const GPX = `<?xml version="1.0"?><gpx version="1.1" creator="journey" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Tour</name><trkseg>
${Array.from({ length: 30 }, (_, step) => `<trkpt lat="${48 + step / 1000}" lon="${11 + step / 1000}"><time>${new Date(Date.UTC(2024, 4, 1, 8, step)).toISOString()}</time></trkpt>`).join('\n')}
</trkseg></trk></gpx>`;

test('back an hour, at 60 times, a link that says so, and back to now', async ({ page }) => {
  await signIn(page, 'dealer', '/units/map');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const scrubber = timeline.getByRole('slider');
  const status = page.getByRole('status', { name: 'Connection' });
  await expect(status).toContainText('Live');
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await scrubber.focus();
  for (let press = 0; press < 6; press++) await page.keyboard.press('PageDown');
  await expect(timeline).toHaveAttribute('data-mode', 'paused');
  await expect(status).toContainText('Replay');
  const minutesBack = (): number =>
    (Date.now() - Date.parse(new URL(page.url()).searchParams.get('at') ?? '')) / 60_000;
  await expect.poll(minutesBack).toBeGreaterThan(55);
  // The fleet is as it was: known units have states of that hour.
  await expect(page.getByRole('gridcell', { name: /Moving|Parked|Idling/ }).first()).toBeVisible({ timeout: 30_000 });

  await timeline.getByLabel('Speed', { exact: true }).selectOption('60');
  await timeline.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(timeline).toHaveAttribute('data-mode', 'replay');
  const before = await scrubber.getAttribute('aria-valuetext');
  await expect.poll(() => scrubber.getAttribute('aria-valuetext')).not.toBe(before);
  await timeline.getByRole('button', { name: 'Pause' }).click();
  await expect(page).toHaveURL(/speed=60/);

  const link = page.url();
  await page.goto(link);
  await expect(timeline).toHaveAttribute('data-mode', 'paused');
  await timeline
    .getByRole('button', { name: /Live|Jump to now/ })
    .first()
    .click();
  await expect(timeline).toHaveAttribute('data-mode', 'live');
  await expect(status).toContainText('Live');
  await expect(page).not.toHaveURL(/at=/);
});

test('a GPX file plays without the server, a broken one is refused with the line', async ({ page, context }) => {
  await signIn(page, 'dealer', '/units/map');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const input = page.locator('input[type=file]');
  await input.setInputFiles({
    name: 'broken.gpx',
    mimeType: 'application/gpx+xml',
    buffer: Buffer.from('<gpx><trk><trkseg><trkpt lat="1"'),
  });
  await expect(page.getByText(/The file was not opened: Line \d+/)).toBeVisible();
  await context.setOffline(true);
  await input.setInputFiles({ name: 'tour.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(GPX) });
  await expect(page.getByRole('row', { name: /Tour/ })).toBeVisible();
  await expect(timeline).toContainText('tour.gpx');
  await expect(timeline.getByRole('slider')).toHaveAttribute('aria-valuetext', /2024/);
});
