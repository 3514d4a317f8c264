import { expect, test } from '../support/journey.ts';
import type { Page } from 'playwright/test';
import { signIn } from '../support/app.ts';
import { capture } from '../support/mapPixels.ts';
import type { Color } from '../support/tileService.ts';

/** Share of the map's pixels, around its middle, that satisfy. */
async function shareOf(page: Page, isWanted: (color: Color) => boolean): Promise<number> {
  const box = await page.locator('.maplibregl-map').boundingBox();
  if (!box) throw new Error('The map has no box');
  const [width, height] = [400, 300];
  const picture = await capture(page, {
    x: box.x + (box.width - width) / 2,
    y: box.y + (box.height - height) / 2,
    width,
    height,
  });
  let count = 0;
  for (let y = 0; y < height; y += 2) for (let x = 0; x < width; x += 2) if (isWanted(picture.at(x, y))) count++;
  return (count * 4) / (width * height);
}

test('Vaduz has its streets, woods and houses without the internet', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'dealer', '/units/map?camera=47.139,9.5225,14');
  const isWhite = ([red, green, blue]: Color): boolean => Math.min(red, green, blue) > 252;
  const isYellow = ([red, green, blue]: Color): boolean => red > 240 && green > 220 && blue < 215;
  const isGreen = ([red, green, blue]: Color): boolean => green > red + 8 && green > blue + 8;
  await expect.poll(() => shareOf(page, isWhite), { message: 'streets', timeout: 60_000 }).toBeGreaterThan(0.03);
  expect(await shareOf(page, isYellow)).toBeGreaterThan(0.008);
  expect(await shareOf(page, isGreen)).toBeGreaterThan(0.1);
  await expect(page.locator('.maplibregl-ctrl-attrib')).toContainText('OpenStreetMap contributors');
});
