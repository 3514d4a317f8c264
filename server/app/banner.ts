import { DEMO_PASSWORD, PEOPLE } from '../demo/index.ts';
import type { Configuration } from './config.ts';
import type { FirstStart } from './firstStart.ts';

const NAMES_IN_LINE = 8;

/** What the terminal shows once the product runs: the address, the sign-ins, the device ports. */
export function bannerOf(
  configuration: Pick<Configuration, 'host' | 'port' | 'demo' | 'demoUnits' | 'ingestHost' | 'traccar'>,
  ports: readonly { protocol: string; transport: string; port: number }[],
  milliseconds: number,
  firstStart: Pick<FirstStart, 'setupCode' | 'closedDemoLogins'>,
): string {
  const host =
    configuration.host === '0.0.0.0' || configuration.host === '127.0.0.1' ? 'localhost' : configuration.host;
  const lines = [
    '',
    `  Wayline is ready after ${(milliseconds / 1000).toFixed(1)} s:  http://${host}:${configuration.port}/app/`,
    '',
  ];
  if (configuration.demo) {
    lines.push(`  ${configuration.demoUnits} demo units are driving. Sign in as one of`);
    lines.push(`    ${PEOPLE.map((person) => person.username).join(', ')}`, `  with the password ${DEMO_PASSWORD}`, '');
  }
  lines.push(...firstStartLines(firstStart));
  const open = ports.map(({ protocol, transport, port }) => `${protocol} ${port}/${transport}`).join(' · ');
  lines.push(`  Device ports on ${configuration.ingestHost}: ${open}`, '');
  if (configuration.traccar === 'open')
    lines.push('  TRACCAR_WITHOUT_KEY=1: POST /ingest/traccar takes positions of every device from anybody.', '');
  return lines.join('\n');
}

function firstStartLines({
  setupCode,
  closedDemoLogins,
}: Pick<FirstStart, 'setupCode' | 'closedDemoLogins'>): string[] {
  const lines: string[] = [];
  if (setupCode.printed !== null) {
    lines.push(
      '  Nobody can sign in yet. Open the address above and enter this setup code:',
      `    ${setupCode.printed}`,
      '  It is good until the first login is made or the server restarts.',
      '',
    );
  }
  if (closedDemoLogins.length > 0) {
    lines.push(
      `  This database holds the demo world. Its ${closedDemoLogins.length} demo sign-ins are refused, as DEMO is 0: their password is published.`,
      ...inLines(closedDemoLogins).map((line) => `    ${line}`),
      '  For an installation of your own start with an empty DATA_DIR; DEMO=1 (npm start) opens the demo again.',
      '',
    );
  }
  return lines;
}

/** Names, some to a line of a terminal. */
const inLines = (names: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(names.length / NAMES_IN_LINE) }, (_, line) =>
    names.slice(line * NAMES_IN_LINE, (line + 1) * NAMES_IN_LINE).join(', '),
  );
