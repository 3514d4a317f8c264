import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** All that `server/app/main.ts` loads, without starting it. */
const ENTRIES = ['server/app/config.ts', 'server/app/product.ts', 'server/app/startProblem.ts'];

it('is loaded whole by Node itself: every import names something that is exported', { timeout: 120_000 }, async () => {
  // The tests' own loader answers a missing export with undefined, where Node refuses to start.
  const script = `${ENTRIES.map((entry) => `await import(${JSON.stringify(path.join(ROOT, entry))});`).join('\n')}\nprocess.stdout.write('loaded');\nprocess.exit(0);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
  });
  expect(stdout).toBe('loaded');
});
