import { describe, expect, it } from 'vitest';
import { newChoice, shareChoiceSchema, shareRequest, type ShareChoice } from './shareChoice.ts';

const NOW = Date.UTC(2026, 4, 1, 20, 30);
const present = { now: NOW, timeZone: 'Europe/Berlin', language: 'en' };
const choice = newChoice('Delivery');

describe('what is chosen of a share', () => {
  it.each([
    ['hour', '2026-05-01T21:30:00.000Z'],
    ['hours8', '2026-05-02T04:30:00.000Z'],
    // The day ends in Berlin, two hours ahead of UTC.
    ['today', '2026-05-01T22:00:00.000Z'],
  ] as const)('%s ends at %s and begins now', (span, to) =>
    expect(shareRequest({ ...choice, span }, [{ unit_id: 7 }], present)).toMatchObject({
      unit_ids: [7],
      from: null,
      to,
    }),
  );

  it('keeps dates, an empty start being now', () => {
    const to = '2026-05-03T00:00:00.000Z';
    const dated = { ...choice, span: 'dated', to } as const;
    expect(shareRequest(dated, [], present)).toMatchObject({ from: null, to });
    const from = '2026-05-02T00:00:00.000Z';
    expect(shareRequest({ ...dated, from }, [], present)).toMatchObject({ from, to });
  });

  it('goes to the point or the geofence that the goal asks for, and drops the other', () => {
    const destination = { geofence_id: 4, name: 'Dock', latitude: 52, longitude: 13 };
    const goesTo = (goal: ShareChoice['goal']) =>
      shareRequest({ ...choice, goal, destination }, [], present).destination;
    expect(goesTo('none')).toBeNull();
    expect(goesTo('point')).toEqual({ geofence_id: null, name: 'Dock', latitude: 52, longitude: 13 });
    expect(goesTo('zone')).toEqual({ geofence_id: 4, name: '', latitude: null, longitude: null });
  });

  it.each([
    ['a name', {}, { name: ' ' }],
    ['an end where it is dated', { span: 'dated', to: '2026-05-03T00:00:00Z' }, { span: 'dated', to: '' }],
    [
      'coordinates of its place',
      { goal: 'point', destination: { ...choice.destination, latitude: 52, longitude: 13 } },
      { goal: 'point', destination: { ...choice.destination, latitude: 52 } },
    ],
    [
      'a geofence where it goes to one',
      { goal: 'zone', destination: { ...choice.destination, geofence_id: 4 } },
      { goal: 'zone' },
    ],
    ['openings within bounds', { max_opens: 1 }, { max_opens: 0 }],
    // Values typed for another goal do no harm.
    ['no place where it goes nowhere', { destination: { ...choice.destination, latitude: 99 } }, { name: '' }],
  ])('needs %s', async (_, good, bad) => {
    expect(await shareChoiceSchema.isValid({ ...choice, ...good })).toBe(true);
    expect(await shareChoiceSchema.isValid({ ...choice, ...bad })).toBe(false);
  });
});
