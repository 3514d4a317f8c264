import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DEVICE_PORTS } from '../../server/app/config.ts';
import { freePort } from '../../server/ingest/testing/freePort.ts';

const root = path.resolve(import.meta.dirname, '../..');
const START_TIMEOUT = 120_000;
/** Servers that run at the same time must not want the same port: only those that the demo fleet speaks to are open. */
const CLOSED_PORTS = Object.fromEntries(
  Object.keys(DEVICE_PORTS).map((protocol) => [`INGEST_PORT_${protocol.toUpperCase()}`, '0']),
);

/** A running product of its own: own database, own ports, own demo fleet. */
export interface RunningServer {
  readonly url: string;
  readonly ports: Record<'osmand' | 'teltonika' | 'gt06' | 'wialon_ips', number>;
  readonly dataDirectory: string;
  readonly process: ChildProcess;
  /** What it printed so far. */
  output(): string;
  /** Asks it to end as an operator would, and waits. */
  stop(): Promise<void>;
}

/** Starts the product on free ports and waits until it is ready. `environment` is added to its own. */
export async function startServer(environment: Record<string, string> = {}): Promise<RunningServer> {
  const dataDirectory = environment.DATA_DIR ?? fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-'));
  const [port, osmand, teltonika, gt06, wialon] = await freePorts(5);
  const ports = { osmand, teltonika, gt06, wialon_ips: wialon };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/app/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...CLOSED_PORTS,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDirectory,
      DEMO: '1',
      DEMO_UNITS: '40',
      DEMO_HISTORY_DAYS: '1',
      LOG_LEVEL: 'warn',
      // Nothing is asked of the internet unless a test says where its tiles are.
      MAP_OSM_TILES: 'none',
      INGEST_PORT_OSMAND: String(osmand),
      INGEST_PORT_TELTONIKA: String(teltonika),
      INGEST_PORT_GT06: String(gt06),
      INGEST_PORT_WIALON_IPS: String(wialon),
      ...environment,
    },
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child, () => output);
  return {
    url,
    ports,
    dataDirectory,
    process: child,
    output: () => output,
    stop: () => stop(child, environment.DATA_DIR ? null : dataDirectory),
  };
}

/** Ports that were free a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

async function waitUntilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}:\n${output()}`);
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error(`The server was not ready after ${START_TIMEOUT / 1000} s:\n${output()}`);
}

async function stop(child: ChildProcess, scratch: string | null): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  if (scratch) fs.rmSync(scratch, { recursive: true, force: true });
}
