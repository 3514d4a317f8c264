import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { DAY, MINUTE } from '../../src/domain/base/index.ts';
import { IngestCounters, openListeners, PROTOCOLS } from '../ingest/index.ts';
import { RecordingIntake } from '../ingest/testing/recordingIntake.ts';
import type { Queryable } from '../store/database.types.ts';
import { silentLogger } from '../../tests/support/postgres.ts';
import { DEMO_PROTOCOLS, rosterEntry, startDemoFleet, type DemoProtocol } from './index.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 30);
const WAIT = { timeout: 60_000, interval: 50 };

async function freePorts(): Promise<Record<DemoProtocol, number>> {
  const ports = await Promise.all(
    DEMO_PROTOCOLS.map(
      (protocol) =>
        new Promise<[DemoProtocol, number]>((resolve) => {
          const server = createServer();
          server.listen(0, '127.0.0.1', () => {
            const address = server.address();
            server.close(() => resolve([protocol, typeof address === 'object' && address ? address.port : 0]));
          });
        }),
    ),
  );
  return Object.fromEntries(ports) as Record<DemoProtocol, number>;
}

it('drives in a process of its own, goes on from what the server knows, and comes back when it is killed', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'wayline-fleet-'));
  const ports = await freePorts();
  const intake = new RecordingIntake();
  intake.time = NOW + DAY;
  const listeners = await openListeners({
    protocols: PROTOCOLS.filter(({ name }) => name in ports),
    host: '127.0.0.1',
    ports,
    intake,
    counters: new IngestCounters(),
    logger: silentLogger,
    drainTimeout: 100,
  });
  // The server heard unit 0 five minutes ago, and nobody else.
  const known = rosterEntry(0).identifier;
  const rows = [{ identifier: known, time: new Date(NOW - 5 * MINUTE) }];
  const database: Queryable = { query: <Row>() => Promise.resolve(rows as Row[]) };
  const errors: string[] = [];
  const fleet = await startDemoFleet({
    database,
    world: { made: NOW, name: 'test', added: 0 },
    ports,
    host: '0.0.0.0',
    units: 12,
    historyDays: 0,
    dataDirectory: folder,
    now: () => NOW,
    logger: { info: () => undefined, error: (_, message) => errors.push(message) },
  });
  try {
    await vi.waitFor(
      () => expect(new Set(intake.fixes.map(({ identifier }) => identifier)).size).toBeGreaterThan(9),
      WAIT,
    );
    await vi.waitFor(() => expect(fleet.progress().connected).toBeGreaterThan(6), WAIT);
    const times = intake.fixes.filter(({ identifier }) => identifier === known).map(({ time }) => time);
    if (times.length > 0) expect(Math.min(...times)).toBeGreaterThan(NOW - 5 * MINUTE);
    expect(JSON.parse(readFileSync(path.join(folder, 'demo-history.json'), 'utf8'))).toMatchObject({ world: 'test' });
    expect(errors).toEqual([]);
    const pid = fleet.pid();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(errors).toHaveLength(1), WAIT);
    const before = intake.fixes.length;
    await vi.waitFor(() => expect(intake.fixes.length).toBeGreaterThan(before), WAIT);
    expect(fleet.pid()).not.toBe(pid);
  } finally {
    await fleet.stop();
    await listeners.close();
    rmSync(folder, { recursive: true });
  }
}, 180_000);
