import { spawn } from 'node:child_process';

/** Runs `npm run admin -- <words>` on the data folder; answers its exit code and all that it printed. */
export function runAdmin(dataDirectory: string, ...words: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/admin/main.ts', ...words], {
    env: { ...process.env, DATA_DIR: dataDirectory, DATABASE_URL: '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}
