import { BacktestCore } from './backtestCore.ts';
import type { BacktestCommand } from './backtestMessages.ts';

/** Runs rules over stored reports, away from the page. */
const core = new BacktestCore();

self.addEventListener('message', ({ data }: MessageEvent<BacktestCommand>) => {
  const report = core.handle(data);
  if (report) self.postMessage(report);
});
