import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { encodeGps103Login, encodeGps103Position, gps103 } from '../../server/ingest/protocols/gps103/index.ts';
import {
  encodeGt06Alarm,
  encodeGt06Heartbeat,
  encodeGt06Login,
  encodeGt06Position,
  gt06,
} from '../../server/ingest/protocols/gt06/index.ts';
import { encodeH02Binary, encodeH02Position, h02 } from '../../server/ingest/protocols/h02/index.ts';
import {
  encodeJt808Authentication,
  encodeJt808Batch,
  encodeJt808Report,
  jt808,
  jt808AuthCode,
  jt808Dialect,
} from '../../server/ingest/protocols/jt808/index.ts';
import { createNmea, encodeGga, encodeNmeaIdentifier, encodeRmc } from '../../server/ingest/protocols/nmea/index.ts';
import { encodeQueclinkReport, queclink } from '../../server/ingest/protocols/queclink/index.ts';
import { concatBytes, fromHex } from '../../server/ingest/protocols/shared/index.ts';
import {
  encodeTeltonikaLogin,
  encodeTeltonikaPacket,
  teltonika,
} from '../../server/ingest/protocols/teltonika/index.ts';
import { encodeTk103Position, tk103 } from '../../server/ingest/protocols/tk103/index.ts';
import {
  compressIps,
  encodeIpsBatch,
  encodeIpsData,
  encodeIpsLogin,
  wialonIps,
} from '../../server/ingest/protocols/wialon_ips/index.ts';
import type { Protocol } from '../../server/ingest/types.ts';

/** How a device of a protocol talks: what it opens with, and frames with one report at `time`. */
export interface ProtocolSample {
  readonly protocol: Protocol;
  readonly opening: Uint8Array;
  /** Frames of the protocol, each good, the plainest first. */
  frames(time: number): readonly Uint8Array[];
  /** How the recordings call it, and what they leave out at the end of a text. */
  readonly recorded: { readonly name: string; readonly end: string };
}

const IMEI = '356307042441013';
const place = {
  latitude: -33.8688197,
  longitude: 151.2092955,
  speed: 57.5,
  course: 201,
  altitude: 48,
  satellites: 9,
  hdop: 0.9,
};
const status = { ignition: true, charging: true, battery: 5, signal: 4 };
const io = [
  { id: 239, size: 1, value: 1 },
  { id: 66, size: 2, value: 12_600 },
  { id: 16, size: 4, value: 123_456 },
  { id: 78, size: 8, value: 0x0102030405060708n },
] as const;
const phone = jt808Dialect('13912345678');

/** Every protocol that listens to a stream of bytes. */
export const PROTOCOL_SAMPLES: readonly ProtocolSample[] = [
  {
    protocol: teltonika,
    opening: encodeTeltonikaLogin(IMEI),
    recorded: { name: 'teltonika', end: '' },
    frames: (time) =>
      (['eightExtended', 'eight', 'sixteen'] as const).map((codec) =>
        encodeTeltonikaPacket([{ ...place, time, io }], codec),
      ),
  },
  {
    protocol: gt06,
    opening: encodeGt06Login(IMEI, 1),
    recorded: { name: 'gt06', end: '' },
    frames: (time) => [
      encodeGt06Position(
        { ...place, time, ignition: true, odometer: 5, cell: { mcc: 505, mnc: 1, lac: 7, cid: 9 } },
        2,
      ),
      encodeGt06Alarm({ ...place, time }, status, 1, 3),
      concatBytes(encodeGt06Heartbeat(status, 4), encodeGt06Position({ ...place, time }, 5)),
    ],
  },
  {
    protocol: wialonIps,
    opening: encodeIpsLogin(IMEI),
    recorded: { name: 'wialon', end: '\r\n' },
    frames: (time) => {
      const message = {
        ...place,
        time,
        analog: [1.5, 2],
        driverKey: 'AB12',
        parameters: { fuel: 33.5, text: 'hello' },
      };
      return [encodeIpsData(message), encodeIpsBatch([message, message]), compressIps(encodeIpsData(message))];
    },
  },
  {
    protocol: h02,
    opening: new Uint8Array(0),
    recorded: { name: 'h02', end: '' },
    frames: (time) => [encodeH02Position(IMEI, { ...place, time }), encodeH02Binary('9180271180', { ...place, time })],
  },
  {
    protocol: gps103,
    opening: encodeGps103Login(IMEI),
    recorded: { name: 'gps103', end: ';' },
    frames: (time) => [
      encodeGps103Position(IMEI, { ...place, time }),
      encodeGps103Position(IMEI, { ...place, time }, 'help me'),
    ],
  },
  {
    protocol: tk103,
    opening: new Uint8Array(0),
    recorded: { name: 'tk103', end: '' },
    frames: (time) => [
      encodeTk103Position('088046338039', { ...place, time, ignition: true, odometer: 7 }),
      encodeTk103Position('088046338039', { ...place, time }, 'BO012'),
    ],
  },
  {
    protocol: createNmea(),
    opening: encodeNmeaIdentifier(IMEI),
    recorded: { name: 't55', end: '\r\n' },
    frames: (time) => [
      encodeRmc({ ...place, time }),
      concatBytes(encodeRmc({ ...place, time }), encodeGga({ ...place, time })),
    ],
  },
  {
    protocol: queclink,
    opening: new Uint8Array(0),
    recorded: { name: 'gl200', end: '$' },
    frames: (time) => [
      encodeQueclinkReport({ identifier: IMEI, count: 1 }, [{ ...place, time }], {
        battery: 80,
        status: '210000',
        odometer: 5000,
      }),
    ],
  },
  {
    protocol: jt808,
    opening: encodeJt808Authentication(phone, 1, jt808AuthCode('13912345678')),
    recorded: { name: 'jt808', end: '' },
    frames: (time) => [
      encodeJt808Report(phone, 2, { ...place, time, ignition: true }),
      encodeJt808Batch(phone, 3, [
        { ...place, time },
        { ...place, time },
      ]),
    ],
  },
];

const RECORDED = path.join(
  process.env.WAYLINE_REAL_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data'),
  'frames',
  'frames.jsonl',
);

interface RecordedLine {
  readonly protocol: string;
  readonly kind: string;
  readonly layer: string;
  readonly frame: string;
}

/** Frames of the protocol that real trackers sent, as bytes; none where the recordings are not. */
export function recordedFrames({ recorded }: ProtocolSample): Uint8Array[] {
  if (!existsSync(RECORDED)) return [];
  const lines: RecordedLine[] = readFileSync(RECORDED, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text));
  return lines
    .filter(({ protocol, layer }) => protocol === recorded.name && layer === 'protocol')
    .map(({ kind, frame }) => (kind === 'binary' ? fromHex(frame) : new TextEncoder().encode(frame + recorded.end)));
}
