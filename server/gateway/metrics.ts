/** One measured value with its labels. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Counter {
  add(labels?: Readonly<Record<string, string>>, by?: number): void;
}

export interface Histogram {
  observe(value: number, labels?: Readonly<Record<string, string>>): void;
}

/** What `GET /metrics` shows, in Prometheus' text format. */
export interface Metrics {
  counter(name: string, help: string): Counter;
  histogram(name: string, help: string, buckets: readonly number[]): Histogram;
  /** Values that are read when asked for; `read` must be quick and may not throw. */
  collect(name: string, type: 'counter' | 'gauge', help: string, read: () => Iterable<Sample> | number): void;
  render(): string;
}

/** Combinations of labels that one metric keeps; more would be a mistake that eats memory. */
const MAXIMUM_SERIES = 1_000;

/** A registry; a name given twice throws. */
export function createMetrics(): Metrics {
  const families = new Map<string, () => string>();
  const register = (name: string, type: string, help: string, lines: () => Iterable<string>) => {
    if (families.has(name)) throw new Error(`The metric "${name}" exists already.`);
    if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`"${name}" is no name for a metric.`);
    families.set(name, () => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines()].join('\n'));
  };
  return {
    counter(name, help) {
      const series = new Map<string, number>();
      register(name, 'counter', help, () => [...series].map(([labels, value]) => `${name}${labels} ${value}`));
      return {
        add(labels = {}, by = 1) {
          const key = labelText(labels);
          if (series.has(key) || series.size < MAXIMUM_SERIES) series.set(key, (series.get(key) ?? 0) + by);
        },
      };
    },
    histogram(name, help, buckets) {
      const series = new Map<
        string,
        { labels: Readonly<Record<string, string>>; counts: number[]; sum: number; total: number }
      >();
      register(name, 'histogram', help, () =>
        [...series.values()].flatMap((entry) => histogramLines(name, buckets, entry)),
      );
      return {
        observe(value, labels = {}) {
          const key = labelText(labels);
          let entry = series.get(key);
          if (!entry) {
            if (series.size >= MAXIMUM_SERIES) return;
            entry = { labels, counts: buckets.map(() => 0), sum: 0, total: 0 };
            series.set(key, entry);
          }
          const at = buckets.findIndex((bound) => value <= bound);
          if (at >= 0) entry.counts[at] = (entry.counts[at] ?? 0) + 1;
          entry.sum += value;
          entry.total++;
        },
      };
    },
    collect(name, type, help, read) {
      register(name, type, help, () => {
        const values = read();
        if (typeof values === 'number') return [`${name} ${values}`];
        return [...values].map((sample) => `${name}${labelText(sample.labels)} ${sample.value}`);
      });
    },
    render: () => `${[...families.values()].map((family) => family()).join('\n')}\n`,
  };
}

function histogramLines(
  name: string,
  buckets: readonly number[],
  entry: { labels: Readonly<Record<string, string>>; counts: number[]; sum: number; total: number },
): string[] {
  let below = 0;
  const lines = buckets.map((bound, index) => {
    below += entry.counts[index] ?? 0;
    return `${name}_bucket${labelText({ ...entry.labels, le: String(bound) })} ${below}`;
  });
  lines.push(`${name}_bucket${labelText({ ...entry.labels, le: '+Inf' })} ${entry.total}`);
  lines.push(
    `${name}_sum${labelText(entry.labels)} ${entry.sum}`,
    `${name}_count${labelText(entry.labels)} ${entry.total}`,
  );
  return lines;
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([label, value]) => `${label}="${escape(value)}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

function escape(value: string): string {
  return value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}
