import { Counter, Histogram } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Seconds. */
const LATENCY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Notes one answered call; `method` is of the catalogue or `unknown`, `code` is `ok` or that of the error. */
export type NoteCall = (method: string, code: string, seconds: number) => void;

/** Counts and times calls of `POST /api`. */
export function createCallMetrics(metrics: Metrics): NoteCall {
  const calls = new Counter({
    name: 'wayline_calls_total',
    help: 'Calls of POST /api by method and code.',
    labelNames: ['method', 'code'],
    registers: [metrics],
  });
  const latency = new Histogram({
    name: 'wayline_call_seconds',
    help: 'Time to answer a call of POST /api.',
    labelNames: ['method'],
    buckets: LATENCY_BUCKETS,
    registers: [metrics],
  });
  return (method, code, seconds) => {
    calls.labels(method, code).inc();
    latency.labels(method).observe(seconds);
  };
}
