import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runAdmin } from '../support/adminCommand.ts';
import { checkStored } from '../support/killing/check.ts';
import type { AckedRange } from '../support/killing/rounds.ts';

const INGESTER = path.join(import.meta.dirname, '../support/killing/ingester.ts');
const BEFORE = 2_000;
let folder = '';
let server: ChildProcess | null = null;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-backup-kill-'));
});
afterEach(() => {
  server?.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});

/** A server that stores positions as fast as it can; what it acknowledged so far, and a wait for more. */
function startIngester(data: string) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', INGESTER, data, '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acked: AckedRange[] = [];
  let heard = Promise.withResolvers<void>();
  createInterface(child.stdout).on('line', (line) => {
    const range = /^(\d+) (\d+)$/.exec(line);
    if (!range) return;
    acked.push([Number(range[1]), Number(range[2])]);
    heard.resolve();
    heard = Promise.withResolvers();
  });
  const count = () => acked.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const until = async (most: number) => {
    while (count() < most) await heard.promise;
  };
  return { child, acked, count, until };
}

describe('a backup of a server at work', () => {
  it('brings back, after everything was killed, every report that was acknowledged before it began', async () => {
    const at = (...names: string[]) => path.join(folder, ...names);
    const ingester = startIngester(at('data', 'postgres'));
    server = ingester.child;
    await ingester.until(BEFORE);
    fs.writeFileSync(at('data', 'seal.secret'), 'the key of sealed secrets', { mode: 0o600 });

    const acknowledged = [...ingester.acked];
    const backup = await runAdmin(at('data'), 'backup', at('now.backup'));
    expect(backup.output).toMatch(/^Backing up .*\nWrote .*: \d+ tables and 1 files/);
    expect(backup.code).toBe(0);
    await ingester.until(ingester.count() + 1);
    const pid = Number(fs.readFileSync(at('data', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    ingester.child.kill('SIGKILL');
    await once(ingester.child, 'exit');

    const restored = await runAdmin(at('elsewhere'), 'restore', at('now.backup'));
    expect(restored.output).toContain('Restored the backup of');
    expect(restored.code).toBe(0);
    expect(fs.readFileSync(at('elsewhere', 'seal.secret'), 'utf8')).toBe('the key of sealed secrets');
    for (const { step, lost, wrong } of await checkStored(at('elsewhere', 'postgres'), acknowledged)) {
      expect(lost, step).toEqual([]);
      expect(wrong, step).toEqual([]);
    }
    const checked = await runAdmin(at('elsewhere'), 'check');
    expect(checked.output).toContain('All is well');
    expect(checked.code).toBe(0);
  }, 180_000);
});
