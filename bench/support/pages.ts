import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import { launch } from './browser.ts';
import { attachReports } from './reports.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/** As `bench/pages/page.ts` knows them. */
type PageName = 'ours' | 'usual' | 'store' | 'receive' | 'backtest';

/** A browser and a server of the bundled bench pages. */
export interface Stage {
  /** Opens one page in a process of its own, runs the work, closes it. */
  page<Result>(name: PageName, query: string, work: (page: Page) => Promise<Result>): Promise<Result>;
}

let bundled: Promise<string> | null = null;

/** Bundles the pages as the product is bundled, once a run. */
function bundle(): Promise<string> {
  bundled ??= (async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-bench-pages-'));
    process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
    await build({
      root: ROOT,
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      worker: { format: 'es' },
      build: {
        outDir: folder,
        emptyOutDir: true,
        target: 'es2022',
        chunkSizeWarningLimit: 5_000,
        rolldownOptions: { input: path.join(ROOT, 'bench/pages/index.html') },
      },
    });
    return folder;
  })();
  return bundled;
}

/** Bundles and serves the pages, starts a browser, runs the work, and ends both. */
export async function onStage<Result>(work: (stage: Stage) => Promise<Result>): Promise<Result> {
  const folder = await bundle();
  const server = http.createServer((request, answer) => serve(folder, request, answer));
  const reports = attachReports(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await launch();
  try {
    return await work({
      page: (name, query, inPage) =>
        withPage(browser, `${origin}/bench/pages/index.html?page=${name}&${query}`, inPage),
    });
  } finally {
    await browser.close();
    await reports.close();
  }
}

async function withPage<Result>(browser: Browser, url: string, work: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 960, height: 540 } });
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`${url}: ${error.message}`));
    page.setDefaultTimeout(120_000);
    await page.goto(url);
    await page.waitForSelector('html[data-page]', { state: 'attached' });
    return await work(page);
  } finally {
    await context.close();
  }
}

function serve(folder: string, request: http.IncomingMessage, answer: http.ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const file = path.join(folder, path.normalize(pathname));
  if (!file.startsWith(folder) || !fs.existsSync(file) || !fs.statSync(file).isFile()) {
    answer.writeHead(404).end();
    return;
  }
  // An isolated page has a clock of 5 µs instead of 100.
  answer.writeHead(200, {
    'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  });
  fs.createReadStream(file).pipe(answer);
}
