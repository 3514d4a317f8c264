import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { randomBytes, seededRandom } from '../../testing/streams.ts';
import { encodeOsmandDocument, encodeOsmandQuery, osmand } from './index.ts';
import { readTimestamp } from './query.ts';

const known = (): RecordingIntake => new RecordingIntake([{ identifier: '902064' }]);

function get(url: string, intake = known()) {
  return osmand.answer({ method: 'GET', url, contentType: '', body: new Uint8Array(0), remote: '192.0.2.1:9' }, intake);
}

function post(body: string, contentType: string, intake = known(), url = '/') {
  return osmand.answer(
    { method: 'POST', url, contentType, body: new TextEncoder().encode(body), remote: '192.0.2.1:9' },
    intake,
  );
}

describe('query', () => {
  it('is one position, speed in knots', async () => {
    const intake = known();
    const url =
      '/?id=902064&lat=42.06288&lon=-88.23412&timestamp=2016-01-27T18%3A55%3A47Z&hdop=6.0&altitude=224.0&speed=10&bearing=370&batt=47&charge=true&driverUniqueId=007&note=hello&accuracy=3.5';
    expect(await get(url, intake)).toMatchObject({ status: 200, body: '', device: { identifier: '902064' } });
    expect(intake.fixes).toEqual([
      {
        identifier: '902064',
        protocol: 'osmand',
        time: Date.UTC(2016, 0, 27, 18, 55, 47),
        hasPosition: true,
        valid: true,
        latitude: 42.06288,
        longitude: -88.23412,
        altitude: 224,
        speed: 18.52,
        course: 10,
        satellites: -1,
        attributes: { hdop: 6, battery_level: 47, charging: true, driver_key: '007', note: 'hello', accuracy: 3.5 },
      },
    ]);
  });

  it('reads every form of time', () => {
    expect(readTimestamp('1377177267')).toBe(1377177267000);
    expect(readTimestamp('1377177267123')).toBe(1377177267123);
    expect(readTimestamp('2016-01-27T18:55:47.250Z')).toBe(Date.UTC(2016, 0, 27, 18, 55, 47, 250));
    expect(readTimestamp('2016-01-27T18:55:47+02:00')).toBe(Date.UTC(2016, 0, 27, 16, 55, 47));
    expect(readTimestamp('2016-01-27T18:55:47 02:00')).toBe(Date.UTC(2016, 0, 27, 16, 55, 47));
    expect(readTimestamp('2014-06-04 09:10:11')).toBe(new Date(2014, 5, 4, 9, 10, 11).getTime());
    expect(readTimestamp('yesterday')).toBeNaN();
  });

  it('without a time is now, and without coordinates is where it was', async () => {
    const intake = known();
    await get('/?deviceid=902064&alarm=sos&valid=1', intake);
    await get('/?id=902064&location=60.5,-30.25&heading=90&cell=250,1,2,3&cell=250,1,2,4&valid=0', intake);
    expect(intake.fixes).toMatchObject([
      { time: intake.time, hasPosition: false, valid: false, attributes: { alarm: 'sos' } },
      {
        latitude: 60.5,
        longitude: -30.25,
        course: 90,
        hasPosition: true,
        valid: false,
        attributes: { cell: '250,1,2,3;250,1,2,4' },
      },
    ]);
  });

  it('comes as a form when the query is empty', async () => {
    const intake = known();
    expect((await post('id=902064&lat=1&lon=2', 'application/x-www-form-urlencoded', intake)).status).toBe(200);
    expect(
      (
        await post(
          '',
          '',
          intake,
          encodeOsmandQuery('902064', { time: 1_700_000_000_000, latitude: 3, longitude: 4, speed: 36 }),
        )
      ).status,
    ).toBe(200);
    expect(intake.fixes.map((fix) => fix.latitude)).toEqual([1, 3]);
    expect(intake.fixes[1].speed).toBeCloseTo(36, 3);
    expect(intake.fixes[1].time).toBe(1_700_000_000_000);
  });

  it.each([
    '/?lat=1&lon=2',
    '/',
    '/?id=&lat=1&lon=2',
    '/?id=902064&lat=x&lon=2',
    '/?id=902064&lat=1',
    '/?id=902064&lat=91&lon=2',
    '/?id=902064&lat=1&lon=2&speed=fast',
    '/?id=902064&lat=1&lon=2&timestamp=soon',
    '/?id=902064&location=1',
    '/?id=stranger&lat=1&lon=2',
    '/?id=902064&lat=NaN&lon=2',
  ])('%s is a bad request and stores nothing', async (url) => {
    const intake = known();
    expect((await get(url, intake)).status).toBe(400);
    expect(intake.fixes).toEqual([]);
  });
});

describe('JSON', () => {
  const location = {
    timestamp: '2021-07-21T08:06:34.444Z',
    coords: { latitude: -6.1148096, longitude: 106.6837015, accuracy: 3.8, speed: 10, heading: 63, altitude: 35.7 },
    is_moving: false,
    odometer: 1200,
    event: 'motionchange',
    activity: { type: 'still' },
    battery: { level: 0.79, is_charging: true },
    mock: false,
    extras: { depot: 7 },
  };

  it('is one position, speed in metres a second', async () => {
    const intake = known();
    expect(await post(JSON.stringify({ device_id: 902064, location }), 'application/json', intake)).toMatchObject({
      status: 200,
      body: '',
    });
    expect(intake.fixes).toMatchObject([
      {
        time: Date.UTC(2021, 6, 21, 8, 6, 34, 444),
        latitude: -6.1148096,
        longitude: 106.6837015,
        speed: 36,
        course: 63,
        altitude: 35.7,
        attributes: {
          motion: false,
          odometer: 1200,
          event_name: 'motionchange',
          activity: 'still',
          battery_level: 79,
          charging: true,
          mock: false,
          depot: 7,
          accuracy: 3.8,
        },
      },
    ]);
  });

  it('takes -1 as not known', async () => {
    const intake = known();
    const coords = { latitude: 1, longitude: 2, speed: -1, heading: -1 };
    await post(
      JSON.stringify({ device_id: '902064', location: { coords, battery: { level: -1 } } }),
      'application/json',
      intake,
    );
    expect(intake.fixes).toMatchObject([{ time: intake.time, speed: Number.NaN, course: Number.NaN, attributes: {} }]);
  });

  it('comes back from our encoder', async () => {
    const intake = known();
    await post(
      encodeOsmandDocument('902064', {
        time: 1_700_000_000_123,
        latitude: 3,
        longitude: 4,
        speed: 36,
        course: 7,
        altitude: 8,
      }),
      'application/json',
      intake,
    );
    expect(intake.fixes).toMatchObject([
      { time: 1_700_000_000_123, latitude: 3, longitude: 4, speed: 36, course: 7, altitude: 8 },
    ]);
  });

  it.each([
    ['{', 400],
    ['[]', 400],
    ['{"location":{}}', 400],
    ['{"device_id":"902064"}', 400],
    ['{"device_id":"902064","location":{"coords":{"latitude":"1","longitude":2}}}', 400],
    ['{"device_id":"902064","location":{"coords":{"latitude":1,"longitude":200}}}', 400],
    ['{"device_id":"902064","location":{"timestamp":5}}', 400],
    ['{"device_id":"902064","location":[{"coords":{"latitude":1,"longitude":2}},{"coords":{"latitude":1}}]}', 400],
    ['{"device_id":"stranger","location":{}}', 404],
  ])('%s → %i', async (body, status) => {
    const intake = known();
    expect((await post(body, 'application/json', intake)).status).toBe(status);
    expect(intake.fixes).toEqual([]);
  });

  it('never throws on noise', async () => {
    const random = seededRandom(5055);
    const good = encodeOsmandDocument('902064', { time: 1_700_000_000_000, latitude: 3, longitude: 4 });
    for (let round = 0; round < 2000; round++) {
      const intake = known();
      const at = Math.floor(random() * good.length);
      const body =
        round % 4 === 0
          ? Buffer.from(randomBytes(80, random)).toString('latin1')
          : `${good.slice(0, at)}${good.slice(at + 1 + Math.floor(random() * 4))}`;
      expect([200, 400, 404]).toContain((await post(body, 'application/json', intake)).status);
      expect([400]).toContain((await get(`/?${encodeURI(body)}`, intake)).status);
    }
  });
});

describe('answer', () => {
  it('waits for the commit; 503 says that the report was lost', async () => {
    const intake = known();
    intake.commits = 'by hand';
    const answers: number[] = [];
    const first = get('/?id=902064&lat=1&lon=2', intake).then(({ status }) => answers.push(status));
    await Promise.resolve();
    expect(answers).toEqual([]);
    intake.commit();
    await first;
    const second = get('/?id=902064&lat=1&lon=2', intake).then(({ status }) => answers.push(status));
    intake.commit(false);
    await second;
    expect(answers).toEqual([200, 503]);
  });

  it('refuses other methods', async () => {
    expect(
      (
        await osmand.answer(
          { method: 'DELETE', url: '/?id=902064', contentType: '', body: new Uint8Array(0), remote: '' },
          known(),
        )
      ).status,
    ).toBe(405);
  });
});
