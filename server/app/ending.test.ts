import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endInOrder } from './ending.ts';

const LIMIT = 20_000;

const setUp = (stop: () => Promise<void> = async () => undefined) => {
  const process = Object.assign(new EventEmitter(), { exit: vi.fn<(code: number) => void>() });
  const logger = { info: vi.fn<() => void>(), error: vi.fn<(details: object, message: string) => void>() };
  const drain = vi.fn<() => Promise<void>>(stop);
  endInOrder({ process, logger, stop: drain, limit: LIMIT });
  return { process, logger, drain };
};

describe('the end of the process', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each(['uncaughtException', 'unhandledRejection'])('logs an %s, finishes what was begun and ends', async (name) => {
    const { process, logger, drain } = setUp();
    process.emit(name, new Error('nobody caught me'));
    expect(logger.error).toHaveBeenCalledWith(
      { failure: name, error: expect.stringMatching(/nobody caught me\n +at .*ending\.test/) as string },
      'an error that nobody caught: stopping',
    );
    expect(drain).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(process.exit).toHaveBeenCalledWith(1));
  });

  it.each(['SIGINT', 'SIGTERM'])('is clean after %s', async (signal) => {
    const { process } = setUp();
    process.emit(signal);
    await vi.waitFor(() => expect(process.exit.mock.calls).toEqual([[0]]));
  });

  it('drains once, and logs each of several errors', () => {
    const { process, logger, drain } = setUp(() => new Promise(() => undefined));
    process.emit('unhandledRejection', 'first');
    process.emit('uncaughtException', new Error('second'));
    process.emit('SIGTERM');
    expect(drain).toHaveBeenCalledOnce();
    expect(logger.error).toHaveBeenCalledTimes(2);
  });

  it('comes anyway when the drain hangs or fails', async () => {
    const hanging = setUp(() => new Promise(() => undefined));
    hanging.process.emit('SIGTERM');
    vi.advanceTimersByTime(LIMIT);
    expect(hanging.process.exit.mock.calls).toEqual([[1]]);

    const failing = setUp(() => Promise.reject(new Error('the disk is gone')));
    failing.process.emit('SIGTERM');
    await vi.waitFor(() => expect(failing.process.exit.mock.calls).toEqual([[1]]));
    expect(failing.logger.error).toHaveBeenCalledWith(
      { error: expect.stringContaining('the disk is gone') as string },
      'the stop was not clean',
    );
  });
});

it.each([
  ['a rejection', "Promise.reject(new Error('lost'))"],
  ['an exception', "setTimeout(() => { throw new Error('lost'); })"],
])('a real process drains after %s that nobody caught', async (_, failure) => {
  const script = `
    import { endInOrder } from './server/app/ending.ts';
    const say = (details, message) => console.log(message, details.error?.split('\\n')[0] ?? '');
    const open = setInterval(() => undefined, 60_000);
    const stop = async () => { clearInterval(open); await null; console.log('drained'); };
    endInOrder({ process, logger: { info: say, error: say }, stop, limit: ${LIMIT} });
    ${failure};`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  expect(output).toBe('an error that nobody caught: stopping Error: lost\ndrained\n');
  expect(code).toBe(1);
});
