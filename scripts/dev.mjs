/** `npm run dev`: the client with hot reload on 5173, the server restarting on change on PORT (8080). */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './setup.mjs';

const children = [
  spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--watch-path=server',
      '--watch-path=src/domain',
      '--watch-path=src/api/contract',
      '--watch-preserve-output',
      'server/app/main.ts',
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, DEMO: process.env.DEMO ?? '1' } },
  ),
  spawn(process.execPath, [path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')], { cwd: root, stdio: 'inherit' }),
];
const end = (code) => {
  for (const child of children) child.kill('SIGTERM');
  process.exitCode = code;
};
for (const child of children) child.on('exit', (code) => end(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));
