import fs from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { findChromium } from '../../scripts/chromium.mjs';

const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--js-flags=--expose-gc',
];

/** A Chromium with software WebGL2; `flags` are added to those that every benchmark has. */
export async function launch(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium was found; set WAYLINE_CHROMIUM to its path.');
  return chromium.launch({ executablePath, headless: true, args: [...FLAGS, ...flags] });
}

/** On-CPU time in milliseconds, by thread: the page's main thread and its dedicated workers. */
export interface CpuTime {
  readonly main: number;
  readonly workers: number;
}

/**
 * Reads the CPU time of the page's renderer from /proc, so that a busy neighbour does not enter the
 * figure. Linux only; `of` finds the renderer by making its main thread spin for a moment.
 */
export class RendererCpu {
  readonly #process: number;

  private constructor(process: number) {
    this.#process = process;
  }

  static async of(page: Page): Promise<RendererCpu> {
    const before = new Map(renderers().map((process) => [process, mainTime(process)]));
    await page.evaluate(() => {
      const end = performance.now() + 400;
      while (performance.now() < end);
    });
    let best = 0;
    let most = -1;
    for (const process of renderers()) {
      const spent = mainTime(process) - (before.get(process) ?? 0);
      if (spent > most) [best, most] = [process, spent];
    }
    if (most < 60) throw new Error("The page's renderer process could not be found in /proc.");
    return new RendererCpu(best);
  }

  read(): CpuTime {
    let main = 0;
    let workers = 0;
    for (const { name, isMain, time } of threads(this.#process)) {
      if (isMain) main += time;
      else if (name.startsWith('DedicatedWorker')) workers += time;
    }
    return { main, workers };
  }

  /** CPU time that `work` costs. */
  async measure(work: () => Promise<unknown>): Promise<CpuTime> {
    const before = this.read();
    await work();
    const after = this.read();
    return { main: after.main - before.main, workers: after.workers - before.workers };
  }
}

function renderers(): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(isRenderer);
}

function isRenderer(process: number): boolean {
  try {
    return fs.readFileSync(`/proc/${process}/cmdline`, 'utf8').includes('--type=renderer');
  } catch {
    return false; // gone between listing and reading
  }
}

/** The main thread is the one with the process's number: its name is that of the program. */
function threads(process: number): { name: string; isMain: boolean; time: number }[] {
  const folder = `/proc/${process}/task`;
  let names: string[] = [];
  try {
    names = fs.readdirSync(folder);
  } catch {
    return []; // the process ended, as another browser's may
  }
  return names.flatMap((thread) => {
    try {
      const name = fs.readFileSync(path.join(folder, thread, 'comm'), 'utf8').trim();
      const time = Number(fs.readFileSync(path.join(folder, thread, 'schedstat'), 'utf8').split(' ')[0]) / 1e6;
      return [{ name, isMain: Number(thread) === process, time }];
    } catch {
      return []; // the thread ended
    }
  });
}

function mainTime(process: number): number {
  return threads(process).find((thread) => thread.isMain)?.time ?? 0;
}
