import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

/** What `GET /metrics` shows. */
export type Metrics = Registry;

/** One measured value with its labels. */
interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A registry with the metrics of the process: memory, CPU time, delay of the event loop, garbage collection. */
export function createMetrics(): Metrics {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  return metrics;
}

export interface Collected {
  readonly type: 'counter' | 'gauge';
  readonly name: string;
  readonly help: string;
  /** Names of the labels that its samples carry. */
  readonly labels?: readonly string[];
  /** Must be quick and may not throw. */
  readonly read: () => Iterable<Sample> | number;
}

/** Adds a metric that is read when Prometheus asks: what is counted for every report stays a plain addition. */
export function collect(metrics: Metrics, { type, name, help, labels = [], read }: Collected): void {
  const registers = [metrics];
  if (type === 'gauge') {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers,
      collect: () => {
        gauge.reset();
        for (const sample of samplesOf(read())) gauge.set(sample.labels, sample.value);
      },
    });
    return;
  }
  const counter: Counter = new Counter({
    name,
    help,
    labelNames: [...labels],
    registers,
    collect: () => {
      counter.reset();
      for (const sample of samplesOf(read())) counter.inc(sample.labels, sample.value);
    },
  });
}

const samplesOf = (read: Iterable<Sample> | number): Iterable<Sample> =>
  typeof read === 'number' ? [{ labels: {}, value: read }] : read;
