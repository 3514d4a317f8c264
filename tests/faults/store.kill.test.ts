import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chance } from '../../src/domain/base/testing/index.ts';
import { checkStored } from '../support/killing/check.ts';
import { killInRounds } from '../support/killing/rounds.ts';

const ROUNDS = Number(process.env.WAYLINE_KILL_ROUNDS ?? 6);
const ACKED_BEFORE_KILL = 1_500;

let dataDirectory = '';
beforeAll(() => {
  dataDirectory = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-kill-')), 'postgres');
});
afterAll(() => fs.rmSync(path.dirname(dataDirectory), { recursive: true, force: true }));

describe('killed without warning', () => {
  it('keeps every acknowledged position, once, whoever is killed and when', async () => {
    const { rounds } = await killInRounds({
      dataDirectory,
      rounds: ROUNDS,
      ackedBeforeKill: ACKED_BEFORE_KILL,
      random: chance(2026),
    });
    for (const { killed, lines } of rounds) if (killed.includes('postgres')) expect(lines).toContain('refused');
    const acked = rounds.flatMap((round) => round.acked);
    expect(acked.length).toBeGreaterThan(ROUNDS);

    const checks = await checkStored(dataDirectory, acked);
    expect(checks.map(({ step }) => step)).toEqual(['reopened', 'compacted', 'merged']);
    for (const { step, wrong, lost } of checks) {
      expect(wrong, step).toEqual([]);
      expect(lost, step).toEqual([]);
    }
  }, 240_000);
});
