import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'playwright/test';
import {
  encodeTeltonikaLogin,
  encodeTeltonikaPacket,
  type TeltonikaRecord,
} from '../../server/ingest/protocols/teltonika/index.ts';
import { destination, MINUTE, SECOND } from '../../src/domain/base/index.ts';
import { devicePort, signIn, url } from '../support/app.ts';

// What stops a customer on the first day: a tracker that counts eight satellites, claimed by a consumer's
// administrator, who has no list of devices; it gets its model and set-up, and its first trip is found.

const IMEI = `35${String(Date.now()).slice(-13)}`;
const EVERY = 30 * SECOND;

/** Ten minutes of driving and seven of rest that ended a minute ago, every 30 seconds, with eight satellites. */
function drive(now: number): TeltonikaRecord[] {
  return Array.from({ length: 34 }, (_, index) => {
    const isOnTheWay = index < 20;
    const [latitude, longitude] = destination(35.7, 51.4, 0, Math.min(index, 20) * 400);
    const io = [
      { id: 239, size: 1, value: Number(isOnTheWay) },
      { id: 66, size: 2, value: 13_800 },
    ] as const;
    return {
      time: now - MINUTE - (34 - index) * EVERY,
      latitude,
      longitude,
      altitude: 1_200,
      course: 0,
      speed: isOnTheWay ? 48 : 0,
      satellites: 8,
      io,
    };
  });
}

/** Says all of it to the server as a tracker does: each message once the one before is answered. Answers the last byte of each answer. */
async function report(...messages: readonly Uint8Array[]): Promise<(number | undefined)[]> {
  const socket = connect(devicePort('teltonika'), '127.0.0.1');
  const answers: (number | undefined)[] = [];
  for (const message of messages) {
    socket.write(message);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    answers.push(answer.at(-1));
  }
  socket.destroy();
  return answers;
}

test('a consumer claims a tracker with eight satellites: it gets its model and set-up, and its first trip is found', async ({
  page,
}) => {
  const name = `First ${IMEI.slice(-6)}`;
  expect(await report(encodeTeltonikaLogin(IMEI))).toEqual([0]);
  await signIn(page, 'consumer', '/units/list');
  await page.getByRole('button', { name: 'Unclaimed trackers' }).click();
  await page.getByRole('button', { name: `Claim ${IMEI}` }).click();
  await expect(page.getByRole('combobox', { name: 'Device model' })).toHaveValue('Teltonika FMB920');
  await page.getByLabel('Unit name').fill(name);
  await page.getByRole('button', { name: 'Create unit' }).click();
  await page.getByRole('link', { name: 'Set up now' }).click();
  await page
    .getByRole('button', { name: /suggested sensors/ })
    .first()
    .click();
  await page
    .getByRole('alertdialog', { name: 'Set up the trip detector?' })
    .getByRole('button', { name: 'Set up now' })
    .click();
  await expect(page.getByRole('textbox', { name: 'Minimum satellites' })).toHaveValue('4');
  // What is proposed applies without being saved.
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByRole('row', { name: /Ignition/ })).toBeVisible();
  await page.getByRole('button', { name: 'Next: commands' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  const records = drive(Date.now());
  expect(await report(encodeTeltonikaLogin(IMEI), encodeTeltonikaPacket(records))).toEqual([1, records.length]);
  await page.goto(url('/units/list'));
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('link', { name: 'Trips', exact: true }).first().click();
  const trip = page
    .getByRole('listitem')
    .filter({ hasText: /8(\.0)? km/ })
    .first();
  // A past that was sent at once is found without a word to the list: whoever looked before looks again.
  await expect(async () => {
    await page.reload();
    await expect(trip).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 45_000 });
});
