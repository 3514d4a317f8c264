import { parseCronItems, type ParsedCronItem, type Task, type TaskList } from 'graphile-worker';
import { queueName, type Ticket } from './graphile.ts';
import { createJobQueue, type AddOptions } from './queue.ts';
import { runJob, type RunParts } from './run.ts';
import type { JobHandler, JobHandlers, JobKind, JobKinds, Lane, PayloadOf } from './types.ts';

export interface TaskParts<Kinds extends JobKinds> extends RunParts {
  readonly kinds: Kinds;
  readonly handlers: JobHandlers<Kinds>;
}

/** What the library calls for each kind of the lane that this process has a handler for. */
export function tasksOf<Kinds extends JobKinds>(parts: TaskParts<Kinds>, lane: Lane | null): TaskList {
  const queue = createJobQueue<JobKinds>(parts.kinds);
  const tasks: Record<string, Task> = {};
  for (const [name, kind] of Object.entries<JobKind>(parts.kinds)) {
    const handler = parts.handlers[name] as JobHandler<JobKind> | undefined;
    if (handler === undefined || (lane !== null && kind.lane !== lane)) continue;
    tasks[name] = async (payload) => {
      const { job_id: id } = payload as Ticket;
      if (id !== undefined) return runJob(parts, { name, kind }, handler, id);
      await addScheduled(parts, queue, name);
    };
  }
  return tasks;
}

/**
 * A schedule only adds its job: the job is then done as all others. One that still waits is not joined by a
 * second.
 */
async function addScheduled(
  { database, time }: RunParts,
  queue: ReturnType<typeof createJobQueue<JobKinds>>,
  name: string,
): Promise<void> {
  const options: AddOptions<JobKind<object, object, 'server'>> = { now: time.now(), dedupeKey: `schedule ${name}` };
  await database.transaction((transaction) =>
    queue.add(transaction, name, {} as PayloadOf<JobKind>, options as AddOptions<JobKind>),
  );
}

/** When which kinds run by themselves. `schedules` takes the place of the catalogue's. */
export function cronItemsOf<Kinds extends JobKinds>(
  { kinds, handlers }: Pick<TaskParts<Kinds>, 'kinds' | 'handlers'>,
  schedules: Partial<Record<keyof Kinds, string>> = {},
): ParsedCronItem[] {
  return parseCronItems(
    Object.entries<JobKind>(kinds).flatMap(([name, kind]) => {
      const match = schedules[name] ?? kind.schedule;
      if (match === null || handlers[name] === undefined) return [];
      const options = {
        backfillPeriod: kind.catchUp,
        jobKey: `schedule-${name}`,
        queueName: queueName('schedule', { concurrency: 1 }),
      };
      return [{ task: name, match, identifier: name, options }];
    }),
  );
}
