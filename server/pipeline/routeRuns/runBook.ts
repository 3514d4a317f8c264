import { DAY, toIso, type Instant, type TimeSource } from '../../../src/domain/base/index.ts';
import type { ByHand, RunResult } from '../../../src/domain/detection/index.ts';
import { isAbout, type DomainEvent } from '../../../src/domain/events/index.ts';
import type { RunPlan } from '../../../src/domain/route/index.ts';
import { followTable, type Database, type FollowedTable, type Queryable } from '../../store/index.ts';

/** A run as it is stored. */
export interface StoredRun {
  readonly runId: number;
  readonly accountId: number;
  readonly routeId: number;
  readonly routeName: string;
  readonly unitId: number;
  readonly plan: RunPlan;
  readonly byHand: ByHand;
  /** What was found last; null: nothing was looked for. */
  readonly result: RunResult | null;
}

interface RunRow {
  id: number;
  account_id: number;
  route_id: number;
  name: string;
  unit_id: number;
  plan: RunPlan;
  hand_start_at: Date | null;
  hand_abort_at: Date | null;
  result: RunResult | null;
}

/** Runs whose time has passed stay for so long: reports that come late are usually not later. */
const KEPT = DAY;

/** Runs that are not over, or were a short while ago, in memory by unit: looked up for every unit that reports. */
export class RunBook {
  readonly #database: Pick<Database, 'onEvents' | 'query'>;
  readonly #time: TimeSource;
  readonly #ofUnit = new Map<number, Map<number, StoredRun>>();
  readonly #units = new Map<number, number>();
  readonly #ofRoute = new Map<number, Set<number>>();
  readonly #table: FollowedTable;

  /** `onRead` is notified of units whose runs were read. */
  constructor(
    database: Pick<Database, 'onEvents' | 'query'>,
    time: TimeSource,
    onRead: (unitIds: ReadonlySet<number>) => void,
    onFailure: (error: unknown) => void,
  ) {
    this.#database = database;
    this.#time = time;
    this.#table = followTable<readonly number[]>({
      name: 'route runs',
      database,
      readAll: () => this.#read(null, onRead),
      changeOf(events) {
        const routeIds = [...new Set(events.flatMap(changedRoute))];
        return routeIds.length === 0 ? null : routeIds;
      },
      read: (routeIds) => this.#read(routeIds, onRead),
      onFailure,
    });
  }

  settled(): Promise<void> {
    return this.#table.settled();
  }

  has(unitId: number): boolean {
    return this.#ofUnit.has(unitId);
  }

  of(unitId: number): readonly StoredRun[] {
    return [...(this.#ofUnit.get(unitId)?.values() ?? [])];
  }

  /** The run as it was read or kept last. */
  run(runId: number): StoredRun | undefined {
    return this.#ofUnit.get(this.#units.get(runId) ?? 0)?.get(runId);
  }

  /** Keeps what was stored of a run. */
  keep(run: StoredRun): void {
    this.#units.set(run.runId, run.unitId);
    const own = this.#ofUnit.get(run.unitId) ?? new Map<number, StoredRun>();
    this.#ofUnit.set(run.unitId, own.set(run.runId, run));
    const ofRoute = this.#ofRoute.get(run.routeId) ?? new Set<number>();
    this.#ofRoute.set(run.routeId, ofRoute.add(run.runId));
  }

  forget({ runId, unitId, routeId }: StoredRun): void {
    this.#units.delete(runId);
    const own = this.#ofUnit.get(unitId);
    own?.delete(runId);
    if (own?.size === 0) this.#ofUnit.delete(unitId);
    const ofRoute = this.#ofRoute.get(routeId);
    ofRoute?.delete(runId);
    if (ofRoute?.size === 0) this.#ofRoute.delete(routeId);
  }

  close(): void {
    this.#table.close();
  }

  async #read(routeIds: readonly number[] | null, onRead: (unitIds: ReadonlySet<number>) => void): Promise<void> {
    const since = toIso(this.#time.now() - KEPT);
    const found = await readRuns(
      this.#database,
      "($1::int8[] is null or r.route_id = any($1)) and (r.state in ('planned', 'started') or r.until_at > $2)",
      [routeIds, since],
    );
    const units = new Set(found.map(({ unitId }) => unitId));
    for (const routeId of routeIds ?? this.#ofRoute.keys())
      for (const runId of this.#ofRoute.get(routeId) ?? []) {
        const run = this.run(runId);
        if (!run) continue;
        units.add(run.unitId);
        this.forget(run);
      }
    for (const run of found) this.keep(run);
    onRead(units);
  }
}

/** The route whose runs a person or a schedule changed; what was found in reports is known here. */
function changedRoute(event: DomainEvent): number[] {
  if (isAbout(event, 'route')) return [event.subject_id];
  if (!isAbout(event, 'route_run')) return [];
  const { kind, data } = event;
  const isPlanning =
    kind === 'runsPlanned' || kind === 'runPlanned' || kind === 'runStartedByHand' || kind === 'runAbortedByHand';
  return isPlanning ? [data.route_id] : [];
}

/** Runs by a condition on `r`. */
export async function readRuns(
  database: Queryable,
  where: string,
  parameters: readonly unknown[],
): Promise<StoredRun[]> {
  const rows = await database.query<RunRow>(
    `select r.id, r.account_id, r.route_id, t.name, r.unit_id, r.plan, r.hand_start_at, r.hand_abort_at, r.result
     from route_run r join route t on t.id = r.route_id where ${where}`,
    parameters,
  );
  const instant = (date: Date | null): Instant | null => date?.getTime() ?? null;
  return rows.map((row) => ({
    runId: row.id,
    accountId: row.account_id,
    routeId: row.route_id,
    routeName: row.name,
    unitId: row.unit_id,
    plan: row.plan,
    byHand: { startedAt: instant(row.hand_start_at), abortedAt: instant(row.hand_abort_at) },
    result: row.result,
  }));
}
