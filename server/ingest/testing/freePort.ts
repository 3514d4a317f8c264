import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that the system gives to outgoing connections (from 32768 on in Linux): one of those may be taken
 * between the moment it was found free and the moment it is listened on.
 */
const FIRST = 12_000;
const BEYOND = 32_000;

/** A port of the loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen(port, '127.0.0.1');
    await listening;
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
