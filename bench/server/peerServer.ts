import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuOfProcess } from '../support/cluster.ts';
import { imeiOf } from './imei.ts';
import { freePort } from './port.ts';

/** Milliseconds that the peer may take to set its database up and listen. */
const PATIENCE = 120_000;
/** Milliseconds between two looks at how much it has stored. */
const LOOK = 100;
const ADMINISTRATOR = { name: 'bench', email: 'bench@example.com', password: 'bench' };

/** The peer's settings by name, as in its configuration file. */
export type PeerSettings = Readonly<Record<string, string>>;

/** Its own database, as its installer sets it. */
export const OWN_DATABASE: PeerSettings = {
  'database.driver': 'org.h2.Driver',
  'database.url': 'jdbc:h2:./data/database',
  'database.user': 'sa',
  'database.password': '',
};

/**
 * Our Postgres, through the socket that we use ourselves: the peer's distribution holds the factory
 * of such sockets.
 */
export function postgresDatabase(socketDirectory: string, user: string, name: string): PeerSettings {
  const query = new URLSearchParams({
    socketFactory: 'org.newsclub.net.unix.AFUNIXSocketFactory$FactoryArg',
    socketFactoryArg: path.join(socketDirectory, '.s.PGSQL.5432'),
  });
  return {
    'database.driver': 'org.postgresql.Driver',
    'database.url': `jdbc:postgresql://localhost/${name}?${query}`,
    'database.user': user,
    'database.password': '',
  };
}

/** A Traccar server that was built or installed into a folder, running in a temporary one. */
export class PeerServer {
  readonly #installed: string;
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-bench-peer-'));
  readonly #process: ChildProcess;
  readonly #web: number;
  /** Where its trackers call. */
  readonly port: number;

  private constructor(installed: string, settings: PeerSettings, web: number, port: number) {
    this.#installed = installed;
    this.#web = web;
    this.port = port;
    for (const name of ['conf', 'logs', 'web']) fs.mkdirSync(path.join(this.#folder, name));
    fs.writeFileSync(
      path.join(this.#folder, 'conf/traccar.xml'),
      configuration({ ...this.#surroundings(), ...settings }),
    );
    const log = fs.openSync(path.join(this.#folder, 'logs/start.log'), 'w');
    // As its own service unit starts it.
    this.#process = spawn(
      javaOf(installed),
      ['-XX:+ExitOnOutOfMemoryError', '-jar', path.join(installed, 'tracker-server.jar'), 'conf/traccar.xml'],
      { cwd: this.#folder, stdio: ['ignore', log, log] },
    );
    fs.closeSync(log);
  }

  /** Starts it on an empty database and waits until it answers. */
  static async start(installed: string, settings: PeerSettings): Promise<PeerServer> {
    const peer = new PeerServer(path.resolve(installed), settings, await freePort(), await freePort());
    try {
      await peer.#answering();
      await peer.#request('users', ADMINISTRATOR);
      return peer;
    } catch (error) {
      await peer.stop();
      throw error;
    }
  }

  /** Lets the devices of {@link imeiOf} in. */
  async addDevices(count: number): Promise<void> {
    for (let device = 0; device < count; device++)
      await this.#request('devices', { name: `device ${device}`, uniqueId: imeiOf(device) });
  }

  /** CPU seconds that it used so far. */
  cpu(): number {
    return cpuOfProcess(this.#process.pid ?? 0);
  }

  /**
   * Resolves when it has stored `total` positions since it was made. Its positions are numbered as they are
   * stored, and it shows each tracker's latest.
   */
  async stored(total: number): Promise<void> {
    let [last, since] = [0, performance.now()];
    while (last < total) {
      const text = await this.#request('positions');
      const stored = Math.max(0, ...Array.from(text.matchAll(/"id":(\d+)/g), ([, id]) => Number(id)));
      if (stored > last) [last, since] = [stored, performance.now()];
      else if (performance.now() - since > PATIENCE)
        throw new Error(`The peer stored ${last} of ${total} positions:\n${this.#said()}`);
      if (last < total) await pause(LOOK);
    }
  }

  /** Positions in its own database; it must have ended, for it locks its file. */
  countOwn(): number {
    const url = OWN_DATABASE['database.url'];
    const answer = execFileSync(
      javaOf(this.#installed),
      [
        '-cp',
        path.join(this.#installed, 'tracker-server.jar'),
        'org.h2.tools.Shell',
        '-url',
        url,
        '-user',
        'sa',
        '-password',
        '',
        '-sql',
        'select count(*) as positions from tc_positions',
      ],
      { cwd: this.#folder, encoding: 'utf8' },
    );
    return Number(/^\d+/m.exec(answer)?.[0]);
  }

  /** Ends it as its service unit does: it writes down what it holds. */
  async end(): Promise<void> {
    if (this.#ended()) return;
    const exit = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await exit;
  }

  /** Ends it and removes all that it wrote. */
  async stop(): Promise<void> {
    await this.end();
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  /** What has to do with the place, not with the work; with what would call others on the Internet left out. */
  #surroundings(): PeerSettings {
    return {
      'database.changelog': path.join(this.#installed, 'schema/changelog-master.xml'),
      'web.address': '127.0.0.1',
      'web.port': String(this.#web),
      'web.path': './web',
      'protocols.enable': 'teltonika',
      'teltonika.address': '127.0.0.1',
      'teltonika.port': String(this.port),
      'geocoder.enable': 'false',
      'server.statistics': '',
    };
  }

  async #answering(): Promise<void> {
    const from = performance.now();
    while (performance.now() - from < PATIENCE && !this.#ended()) {
      const answer = await fetch(`http://127.0.0.1:${this.#web}/api/server`).catch(() => null);
      if (answer?.ok) return;
      await pause(200);
    }
    throw new Error(`The peer did not start:\n${this.#said()}`);
  }

  #ended(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  #said(): string {
    const logs = path.join(this.#folder, 'logs');
    return fs
      .readdirSync(logs)
      .map((name) => fs.readFileSync(path.join(logs, name), 'utf8').slice(-2_000))
      .join('\n');
  }

  async #request(resource: string, body?: object): Promise<string> {
    const credentials = Buffer.from(`${ADMINISTRATOR.email}:${ADMINISTRATOR.password}`).toString('base64');
    // The first person makes itself; nobody can sign in before.
    const headers = {
      'content-type': 'application/json',
      ...(resource === 'users' ? {} : { authorization: `Basic ${credentials}` }),
    };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`http://127.0.0.1:${this.#web}/api/${resource}`, { headers, ...sent });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The peer refused ${resource}: ${answer.status} ${text}`);
    return text;
  }
}

/** Its installer brings a runtime of its own; a build does not. */
function javaOf(installed: string): string {
  const own = path.join(installed, 'jre/bin/java');
  return fs.existsSync(own) ? own : 'java';
}

function configuration(settings: PeerSettings): string {
  const text = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const entries = Object.entries(settings).map(([name, value]) => `<entry key='${name}'>${text(value)}</entry>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE properties SYSTEM 'http://java.sun.com/dtd/properties.dtd'>\n<properties>\n${entries.join('\n')}\n</properties>\n`;
}
