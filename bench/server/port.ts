import { createServer } from 'node:net';
import { createIntake, DeviceRegistry, openListeners, PROTOCOLS } from '../../server/ingest/index.ts';
import type { PositionStore } from '../../server/store/index.ts';
import { quiet } from '../support/cluster.ts';
import { imeiOf } from './imei.ts';

/** What the intake needs of a store. */
export type Sink = Pick<PositionStore, 'append' | 'appendUnread' | 'afterCommit'>;

/** Opens the Teltonika port on a free number over `store`, lets `count` devices in, runs the work. */
export async function withPort<Result>(
  store: Sink,
  count: number,
  work: (port: number) => Promise<Result>,
): Promise<Result> {
  const registry = new DeviceRegistry();
  for (let device = 0; device < count; device++)
    registry.add({
      identifier: imeiOf(device),
      deviceId: device + 1,
      unitId: device + 1,
      password: null,
      model: '',
      clockOffset: null,
    });
  const intake = createIntake({ registry, store, logger: quiet, now: () => Date.now() });
  const protocols = PROTOCOLS.filter(({ name }) => name === 'teltonika');
  const free = await freePort();
  const listeners = await openListeners({
    protocols,
    host: '127.0.0.1',
    ports: { teltonika: free },
    intake,
    counters: intake.counters,
    logger: quiet,
  });
  try {
    return await work(free);
  } finally {
    await listeners.close();
  }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port was given');
  return address.port;
}
