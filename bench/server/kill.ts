import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chance } from '../../src/domain/base/testing/index.ts';
import { checkStored, numbersOf } from '../../tests/support/killing/check.ts';
import { killInRounds, type KillRun, type Victim } from '../../tests/support/killing/rounds.ts';
import { median } from '../support/median.ts';
import { figure, type Row, type Table } from '../support/table.ts';

const ROUNDS = 12;
const ACKED_BEFORE_KILL = 30_000;
/** Milliseconds from a kill until positions are acknowledged again. */
const SERVING = 2_000;

/**
 * SIGKILL to the server, to Postgres and to both while positions come in: what is lost, what comes twice, how long it
 * takes.
 */
export async function serverKill(): Promise<Table[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-bench-'));
  const dataDirectory = path.join(folder, 'postgres');
  try {
    const run = await killInRounds({
      dataDirectory,
      rounds: ROUNDS,
      ackedBeforeKill: ACKED_BEFORE_KILL,
      random: chance(2026),
    });
    const acked = run.rounds.flatMap((round) => round.acked);
    const checks = await checkStored(dataDirectory, acked);
    const lost = new Set(checks.flatMap((check) => check.lost)).size;
    const wrong = new Set(checks.flatMap((check) => check.wrong)).size;
    return [
      {
        title: 'kill -9 of the server and of Postgres while positions come in',
        rows: table(run, numbersOf(acked).length, lost, wrong),
      },
    ];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function table(run: KillRun, acked: number, lost: number, wrong: number): Row[] {
  const kills = run.rounds.flatMap((round) => round.killed);
  const count = (victim: Victim): number => kills.filter((killed) => killed === victim).length;
  const note = `killed: ${count('server')} times the server, ${count('postgres')} times Postgres, ${count('both')} times both; blocks are compacted and merged meanwhile`;
  return [
    { measure: 'positions acknowledged', usual: null, ours: acked, unit: '', note },
    {
      measure: 'acknowledged positions lost',
      usual: null,
      ours: lost,
      unit: '',
      bar: { atMost: 0 },
      note: 'looked for after opening again, after compaction and after the merge to days',
    },
    {
      measure: 'positions stored twice, or with the content of another',
      usual: null,
      ours: wrong,
      unit: '',
      bar: { atMost: 0 },
    },
    outageRow(run, 'postgres', 'Postgres killed: until the server acknowledges again', 'the server goes on by itself'),
    outageRow(
      run,
      'server',
      'server killed: until the next one acknowledges',
      'start of Node included; a server of store and positions alone',
    ),
    outageRow(run, 'both', 'both killed: until the next server acknowledges', 'recovery of Postgres included'),
  ];
}

/** The longest outage of a kind. */
function outageRow(run: KillRun, victim: Victim, measure: string, note: string): Row {
  const outages = run.outages.filter((outage) => outage.victim === victim).map(({ milliseconds }) => milliseconds);
  if (outages.length === 0) throw new Error(`No outage was measured: ${measure}`);
  const spread = `longest of ${outages.length}, median ${figure(median(outages))} ms`;
  return {
    measure,
    usual: null,
    ours: Math.max(...outages),
    unit: 'ms',
    bar: { atMost: SERVING },
    note: `${spread}; ${note}`,
  };
}
