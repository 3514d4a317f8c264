import { expect, it } from 'vitest';
import { watchBaseMap, type BaseMapProblem } from './baseMapHealth.ts';

/** A map that does what a test says of its tiles. */
function createGround(pictures: () => 'shown' | 'hidden' | 'none' = () => 'none') {
  const listeners = new Map<string, (event: object) => void>();
  const reported: (BaseMapProblem | null)[] = [];
  const failures: Error[] = [];
  let waiting = 0;
  const on = (type: string, listener: (event: object) => void) => void listeners.set(type, listener);
  let look: (() => void) | null = null;
  const watch = watchBaseMap(
    { on, areTilesLoaded: () => waiting === 0 },
    {
      changed: (problem) => reported.push(problem),
      failed: (error) => failures.push(error),
      pictures,
      later(next) {
        look = next;
        return () => {
          look = null;
        };
      },
    },
  );
  const pass = (): void => {
    const next = look;
    look = null;
    next?.();
  };
  const fire = (type: string, event: object = {}) => listeners.get(type)?.(event);
  const tile = { sourceId: 'service', tile: {} };
  return {
    reported,
    failures,
    fire,
    stop: watch.end,
    begin: watch.begin,
    /** Asks for tiles; each answers with a status, null = it came, 404 = silence, 0 = the network is away. */
    round(...answers: (number | null)[]): void {
      waiting = answers.length;
      for (let index = 0; index < answers.length; index++) fire('sourcedataloading', tile);
      for (const answer of answers) {
        pass();
        waiting--;
        if (answer === null) fire('sourcedata', tile);
        else if (answer !== 404)
          fire('error', { ...tile, error: Object.assign(new Error('No tile'), { status: answer }) });
      }
      pass();
    },
  };
}

it.each([
  [401, 'refused'],
  [403, 'refused'],
  [404, 'missing'],
  [500, 'unreachable'],
  [0, 'unreachable'],
] as const)('says why no tile came: %i is %s', (status, problem) => {
  const { reported, round } = createGround();
  round(status, status);
  expect(reported).toEqual([problem]);
});

it('says nothing while one of a round came, and takes back what it said when the map is there again', () => {
  const { reported, round } = createGround();
  round(null, 404, 500);
  expect(reported).toEqual([]);
  round(0, 0);
  round(0);
  round(null);
  expect(reported).toEqual(['unreachable', null]);
});

it('says at once that the list of tiles did not come', () => {
  const { reported, fire } = createGround();
  fire('error', { sourceId: 'detailed', error: new Error('Bad response code: 404') });
  expect(reported).toEqual(['unreachable']);
});

it('hands on what is not about the ground', () => {
  const { reported, failures, fire } = createGround();
  const error = new Error('A layer is wrong');
  fire('error', { error });
  expect(reported).toEqual([]);
  expect(failures).toEqual([error]);
});

it('looks no more once it is stopped', () => {
  const { reported, fire, stop, round } = createGround();
  fire('sourcedataloading', { sourceId: 'service', tile: {} });
  stop();
  expect(reported).toEqual([]);
  round(404);
  expect(reported).toEqual([]);
});

it('takes back what it said when our own map takes the place of pictures, and asks for nothing new', () => {
  const { reported, fire, begin, round } = createGround();
  round(503);
  expect(reported.at(-1)).toBe('unreachable');
  begin();
  fire('idle', {});
  expect(reported.at(-1)).toBeNull();
});

it('counts the tiles of a service while its pictures are shown, and takes back what it said where they are not', () => {
  let pictures: 'shown' | 'hidden' = 'shown';
  const { reported, fire, round } = createGround(() => pictures);
  fire('sourcedata', { sourceId: 'world', tile: {} });
  round(0);
  fire('sourcedata', { sourceId: 'world', tile: {} });
  expect(reported).toEqual(['unreachable']);
  pictures = 'hidden';
  fire('idle');
  expect(reported).toEqual(['unreachable', null]);
});

it('asks of another ground what came of that one, though a tile of the one before had come just then', () => {
  const { reported, fire, begin, round } = createGround();
  fire('sourcedataloading', { sourceId: 'before', tile: {} });
  fire('sourcedata', { sourceId: 'before', tile: {} });
  begin();
  round(401);
  expect(reported).toEqual(['refused']);
});
