import { describe, expect, it } from 'vitest';
import { createLoopDecoder } from '../../testing/index.ts';
import { createWorkerDecoder } from './workerDecoder.ts';

const SPAN = { from: 0, to: 1_000 };

describe('the decode worker', () => {
  const open = (answer: (signal: AbortSignal) => Promise<Response>) => {
    const signals: AbortSignal[] = [];
    const decoder = createLoopDecoder((_, { signal }) => {
      signals.push(signal as AbortSignal);
      return answer(signal as AbortSignal);
    });
    return { decoder, signals };
  };
  const whenAborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const blocks = (pull: (signal: AbortSignal) => Promise<void>) => async (signal: AbortSignal) =>
    new Response(new ReadableStream({ pull: () => pull(signal) }), {
      headers: { 'content-type': 'application/octet-stream' },
    });

  it('ends a request that nobody waits for any more, before its answer and while its blocks come', async () => {
    const silent = open(whenAborted);
    const wish = new AbortController();
    const asked = silent.decoder.fetch('/api/history', { signal: wish.signal });
    wish.abort(new Error('gone on'));
    await expect(asked).rejects.toThrow('gone on');
    expect(silent.signals.map(({ aborted }) => aborted)).toEqual([true]);

    const slow = open(blocks(whenAborted));
    const second = new AbortController();
    const answer = await slow.decoder.fetch('/api/history', { signal: second.signal });
    const read = slow.decoder.decode({ kind: 'chunk', span: SPAN }, answer);
    second.abort(new Error('gone on'));
    await expect(read).rejects.toThrow('gone on');
    expect(slow.signals.map(({ aborted }) => aborted)).toEqual([true]);
    await expect(slow.decoder.decode({ kind: 'chunk', span: SPAN }, answer)).rejects.toThrow(RangeError);
    await expect(slow.decoder.fetch('/api/history', { signal: second.signal })).rejects.toThrow('gone on');
    expect(slow.signals).toHaveLength(1);
  });

  it('gives an answer that is no blocks as it is, and reads none of another', async () => {
    const { decoder } = open(async () =>
      Response.json({ error: null }, { status: 503, headers: { 'retry-after': '7' } }),
    );
    const answer = await decoder.fetch('/api/history', {});
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '7',
      '{"error":null}',
    ]);
    await expect(decoder.decode({ kind: 'chunk', span: SPAN }, answer)).rejects.toThrow(TypeError);
    const empty = await open(async () => new Response(null, { status: 204 })).decoder.fetch('/api/history', {});
    expect(empty.status).toBe(204);
  });

  it('lets nobody wait when it is closed or breaks', async () => {
    const { decoder } = open(whenAborted);
    const asked = decoder.fetch('/api/history', {});
    decoder.close();
    await expect(asked).rejects.toThrow('The decoder was closed');
    let breakDown: (message: string) => void = () => {};
    const broken = createWorkerDecoder({
      send: () => {},
      onReport: () => {},
      onBroken: (listen) => void (breakDown = listen),
      close: () => {},
    });
    const waiting = broken.fetch('/api/history', {});
    breakDown('out of memory');
    await expect(waiting).rejects.toThrow('out of memory');
  });
});
