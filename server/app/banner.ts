import { DEMO_PASSWORD, PEOPLE } from '../demo/index.ts';
import type { Configuration } from './config.ts';

/** What the terminal shows once the product runs: the address, the sign-ins, the device ports. */
export function bannerOf(
  configuration: Pick<Configuration, 'host' | 'port' | 'demo' | 'demoUnits' | 'ingestHost'>,
  ports: readonly { protocol: string; transport: string; port: number }[],
  milliseconds: number,
): string {
  const host = configuration.host === '0.0.0.0' || configuration.host === '127.0.0.1' ? 'localhost' : configuration.host;
  const lines = ['', `  Wayline is ready after ${(milliseconds / 1000).toFixed(1)} s:  http://${host}:${configuration.port}/app/`, ''];
  if (configuration.demo) {
    lines.push(`  ${configuration.demoUnits} demo units are driving. Sign in as one of`);
    lines.push(`    ${PEOPLE.map((person) => person.username).join(', ')}`, `  with the password ${DEMO_PASSWORD}`, '');
  }
  const open = ports.map(({ protocol, transport, port }) => `${protocol} ${port}/${transport}`).join(' · ');
  lines.push(`  Device ports on ${configuration.ingestHost}: ${open}`, '');
  return lines.join('\n');
}
