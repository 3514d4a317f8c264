import { describe, expect, it } from 'vitest';
import { openSession } from '../../testing/streams.ts';
import { queclink } from './index.ts';

/**
 * Every kind of report that the manuals of GL, GV, GMT and GB models name: read, or kept with the reason why it is not.
 */

const ID = '135790246811220';

function ask(kind: string, fields: string) {
  const { session, intake, wire } = openSession(queclink);
  session.receive(new TextEncoder().encode(`+RESP:GT${kind},060100,${ID},,${fields},20260501120000,11F0$`));
  return { intake, answers: wire.sent.map((bytes) => new TextDecoder().decode(bytes)) };
}

const PLACE = '1,4.3,92,70.0,121.354335,31.222073,20260501115900,0460,0000,18d8,6141,00';

const READ = (
  'FRI ERI RTL DOG IGL GEO SOS SPD TOW HBM NMR IGN IGF VGN VGF IDN IDL IDF INF IDA WIF STT PFA EPN MPN EPF MPF BPL JDR ' +
  'JDS CRA ANT CAN OBD DAT DTT BAA BID DAR CTN PNA PNL PDP BTC STC GSM'
).split(' ');

it.each(READ)('GT%s is read', (kind) => {
  const { intake, answers } = ask(kind, `0,0,1,${PLACE}`);
  expect([intake.malformedFrames, intake.unreadMessages]).toEqual([[], []]);
  expect(intake.fixes.length).toBeGreaterThan(0);
  expect(answers).toEqual(['+SACK:11F0$']);
});

describe('kept with the reason why no more than its places is read', () => {
  it.each([
    ['ALL ALC ALS ALM CFG', /settings/],
    ['VER CVR', /versions/],
    ['UPD UPC EUC', /update/],
    ['CID AIF QSS', /SIM card/],
    ['CSQ GSV', /reception/],
    ['TMZ', /time zone/],
    ['PHL PHD', /pictures/],
    ['MSG CAL', /calls and messages/],
    ['XYZ', /not known/],
  ])('%s', (kinds, reason) => {
    for (const kind of kinds.split(' ')) {
      const { intake, answers } = ask(kind, `0,0,1,${PLACE}`);
      expect(intake.fixes).toMatchObject([{ longitude: 121.354335, attributes: { report: kind } }]);
      expect(intake.unreadMessages).toMatchObject([
        { type: `GT${kind}`, part: true, reason: expect.stringMatching(reason) },
      ]);
      expect(answers).toEqual(['+SACK:11F0$']);
    }
  });
});
