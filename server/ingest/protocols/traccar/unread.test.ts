import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { createTraccarHandler } from './index.ts';

const device = { uniqueId: 'truck-1' };
const place = { fixTime: '2026-05-31T08:30:15Z', latitude: 52.5, longitude: 13.4 };

async function forward(position: object) {
  const intake = new RecordingIntake();
  const answer = await createTraccarHandler(intake)({ device, position: { ...place, ...position } }, '192.0.2.1');
  expect(answer.status).toBe(200);
  return intake;
}

describe('what a Traccar server forwards', () => {
  it('is understood with all that the server adds for itself', async () => {
    const { unreadMessages } = await forward({
      id: 1,
      deviceId: 2,
      protocol: 'h02',
      serverTime: '2026-05-31T08:30:16Z',
      address: null,
      geofenceIds: [3],
      network: null,
      attributes: { sat: 9, extra: 'a', nothing: null },
    });
    expect(unreadMessages).toEqual([]);
  });

  it('brings cells and access points', async () => {
    const { fixes, unreadMessages } = await forward({
      network: {
        radioType: 'gsm',
        cellTowers: [
          { cellId: 4, locationAreaCode: 3, mobileCountryCode: 262, mobileNetworkCode: 1, signalStrength: -70 },
          { cellId: 5, locationAreaCode: 3, mobileNetworkCode: 1, signalStrength: -80 },
        ],
        wifiAccessPoints: [
          { macAddress: 'A0:B1:C2:D3:E4:F5', signalStrength: -60 },
          { macAddress: '00:11:22:33:44:55' },
        ],
      },
    });
    expect(fixes[0].attributes).toMatchObject({
      cell: '262,1,3,4,-70',
      wifi: 'a0-b1-c2-d3-e4-f5,-60;00-11-22-33-44-55',
    });
    expect(unreadMessages).toEqual([]);
  });

  it('is kept, each position by itself, where a field is not known', async () => {
    const intake = new RecordingIntake();
    const odd = { device, position: { ...place, attributes: { tags: ['a'] } } };
    await createTraccarHandler(intake)([{ device, position: place }, odd], '192.0.2.1');
    expect(intake.fixes).toHaveLength(2);
    expect(
      intake.unreadMessages.map(({ type, part, bytes }) => [
        type,
        part,
        JSON.parse(new TextDecoder().decode(bytes)) as unknown,
      ]),
    ).toEqual([['attributes.tags', true, odd]]);
    expect((await forward({ sensors: { a: 1 } })).unreadMessages).toMatchObject([{ type: 'sensors' }]);
  });
});
