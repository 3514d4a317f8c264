import { describe, expect, it } from 'vitest';
import { success } from '../../../../domain/base/index.ts';
import { answerAreaRequests, type AreaAnswer } from './areaRequests.ts';
import type { Candidate } from './candidates.ts';
import { NOTHING_SAVED, planImport, saveParts } from './saving.ts';

const COUNT = 450;
const points = (count: number): File =>
  new File(
    [
      JSON.stringify({
        type: 'FeatureCollection',
        features: Array.from({ length: count }, (_, place) => ({
          type: 'Feature',
          properties: place === 0 ? {} : { name: `Customer ${place}` },
          geometry: { type: 'Point', coordinates: [51, 35] },
        })),
      }),
    ],
    'customers.geojson',
  );

describe('the worker that reads and checks a file of areas beside the page', () => {
  it('says what the file has, and checks it in pieces with progress', async () => {
    const answers: AreaAnswer[] = [];
    const handle = answerAreaRequests(
      (answer) => answers.push(answer),
      () => Promise.resolve(),
    );
    await handle({ type: 'open', file: points(COUNT) });
    expect(answers).toEqual([
      { type: 'opened', read: { ok: true, value: { total: COUNT, hasPoints: true, hasLines: false } } },
    ]);
    await handle({ type: 'check', round: 1, sizes: { radius: 70, width: 50 } });
    const checked = answers.flatMap((answer) => (answer.type === 'checked' ? [answer] : []));
    expect(checked.map(({ done, total }) => [done, total])).toEqual([
      [200, COUNT],
      [400, COUNT],
      [COUNT, COUNT],
    ]);
    const all = checked.flatMap(({ candidates }) => candidates);
    expect(all.map(({ index }) => index)).toEqual(Array.from({ length: COUNT }, (_, index) => index));
    expect(all.every(({ shape }) => shape?.type === 'circle' && shape.radius === 70)).toBe(true);
    expect(all[0].name).toContain('1');
  });

  it('gives a check up when other sizes are asked for', async () => {
    const rounds: number[] = [];
    let isFirst = true;
    let next: Promise<void> | null = null;
    const handle = answerAreaRequests(
      (answer) => answer.type === 'checked' && rounds.push(answer.round),
      () => {
        if (isFirst) {
          isFirst = false;
          next = handle({ type: 'check', round: 2, sizes: { radius: 80, width: 50 } });
        }
        return Promise.resolve();
      },
    );
    await handle({ type: 'open', file: points(COUNT) });
    await handle({ type: 'check', round: 1, sizes: { radius: 70, width: 50 } });
    await next;
    expect(rounds).toEqual([1, 2, 2, 2]);
  });

  it('says what is wrong with a file', async () => {
    const answers: AreaAnswer[] = [];
    const handle = answerAreaRequests(
      (answer) => answers.push(answer),
      () => Promise.resolve(),
    );
    await handle({ type: 'open', file: new File(['{"type":"FeatureCollection","features":[]}'], 'empty.geojson') });
    expect(answers).toEqual([{ type: 'opened', read: { ok: false, error: { key: 'empty' } } }]);
  });
});

describe('saving an import', () => {
  const candidates = Array.from({ length: 1_200 }, (_, index): Candidate => ({
    index,
    number: index + 1,
    name: `Area ${index}`,
    description: '',
    colour: null,
    speedLimit: null,
    minStay: 0,
    shape: { type: 'circle', center: [51, 35], radius: 100 },
    mendings: [],
    fault: null,
  }));
  const plan = planImport(candidates, { colour: 'blue', labels: [], taken: 'rename' }, 'import-1');

  it('ends at a refusal with nothing created, and goes on from there', async () => {
    const asked: unknown[] = [];
    let away = true;
    const call = (async (_: string, { part }: { part: { number: number; count: number } }) => {
      asked.push(part);
      if (part.number === 1 && away) return { ok: false, error: { code: 'network', message: 'Away', fields: [] } };
      const created = part.number + 1 < part.count ? [] : candidates;
      return success({ geofences: created.map(({ index, name }) => ({ geofence_id: index, name })), skipped: [] });
    }) as unknown as Parameters<typeof saveParts>[0];
    const shares: number[] = [];
    const stopped = await saveParts(call, plan, NOTHING_SAVED, (share) => shares.push(share));
    expect(stopped).toMatchObject({ ids: [], parts: 1, done: 500, problem: { message: 'Away' } });
    away = false;
    const whole = await saveParts(call, plan, stopped, (share) => shares.push(share));
    expect(whole).toMatchObject({ parts: 3, done: 1_200, problem: null });
    expect(whole.ids).toHaveLength(1_200);
    // The part whose answer was lost goes out under the same number.
    expect(asked).toEqual([0, 1, 1, 2].map((number) => ({ import_id: 'import-1', number, count: 3 })));
    expect(shares.at(-1)).toBe(1);
  });
});
