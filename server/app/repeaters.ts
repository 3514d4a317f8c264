import { createAgents } from '../channels/index.ts';
import { createDialer, openRepeaters, type RepeaterOptions, type Repeaters } from '../repeaters/index.ts';
import type { Closers } from './closers.ts';
import type { Configuration } from './config.ts';

interface RepeaterParts extends Pick<RepeaterOptions, 'database' | 'directory' | 'logger' | 'positions' | 'sealer'> {
  readonly configuration: Pick<Configuration, 'ingestPorts' | 'port' | 'privateWebhooks' | 'publicUrl'>;
  readonly time: { now(): number };
  readonly closers: Closers;
}

/**
 * Sends positions to other systems; to this server itself never, and into its own network where webhooks may go there
 * too.
 */
export async function startRepeaters({ configuration, time, closers, ...parts }: RepeaterParts): Promise<Repeaters> {
  const { ingestPorts, port, privateWebhooks: allowPrivate, publicUrl } = configuration;
  // Behind a proxy the public address leads here as well.
  const publicPort = publicUrl === null ? [] : [portOf(new URL(publicUrl))];
  const ports = [...Object.values(ingestPorts), port, ...publicPort].filter((each) => each > 0);
  const repeaters = await openRepeaters({
    ...parts,
    agents: createAgents(allowPrivate, true),
    dialer: createDialer({
      allowPrivate,
      ownPorts: () => ports,
      ownNames: publicUrl === null ? [] : [new URL(publicUrl).hostname],
    }),
    now: () => time.now(),
    random: () => Math.random(),
  });
  closers.add('repeaters', () => repeaters.close());
  return repeaters;
}

const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));
