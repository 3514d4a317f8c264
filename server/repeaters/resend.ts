import { setTimeout as wait } from 'node:timers/promises';
import { failure, success, type Instant, type Result } from '../../src/domain/base/index.ts';
import type { JobProblem, JobRun } from '../jobs/index.ts';
import type { PositionStore } from '../store/index.ts';
import type { BackOffOptions } from './backOff.ts';
import { isSeen, type BookedRepeater, type RepeaterBook } from './book.ts';
import type { Forwarder } from './forwarder.ts';
import { messageOf, type Message } from './message.ts';

/** What is to be sent again. */
export interface Resending extends Pick<JobRun, 'report' | 'signal'> {
  /** Null: all of the repeater's. */
  readonly unitIds: readonly number[] | null;
  readonly from: Instant;
  readonly to: Instant;
}

export interface Resent {
  readonly units: number;
  readonly messages: number;
  readonly refused: number;
}

interface ResendParts extends Pick<BackOffOptions, 'retry'> {
  readonly book: RepeaterBook;
  readonly positions: Pick<PositionStore, 'readTracks'>;
}

const BATCH = 50;
/** Attempts at a batch; then the job itself is tried again, later. */
const ATTEMPTS = 5;
const USUAL = { first: 1_000, longest: 30_000 };

/** Sends what units reported in a period, unit after unit, over the connections that new messages take. */
export async function resend(
  repeater: BookedRepeater,
  forwarder: Forwarder,
  { book, positions, retry = USUAL }: ResendParts,
  { unitIds, from, to, signal, report }: Resending,
): Promise<Result<Resent, JobProblem>> {
  const units = book.unitsOf(repeater).filter((unitId) => unitIds === null || unitIds.includes(unitId));
  let [messages, refused] = [0, 0];
  for (const [done, unitId] of units.entries()) {
    await report({
      fraction: done / units.length,
      step: 'resendingUnits',
      values: { done, total: units.length, messages },
    });
    const unit = await book.unit(unitId);
    const sight = book.sightOf(repeater.id, unitId) ?? null;
    for await (const batch of batchesOf(positions, unitId, from, to)) {
      const seen = batch.filter(({ time }) => isSeen(sight, time));
      for (let sent = 0, failures = 0; sent < seen.length;) {
        signal.throwIfAborted();
        const { answers, problem } = await forwarder.send(unit, seen.slice(sent));
        sent += answers.length;
        messages += answers.filter((answer) => answer === null).length;
        refused += answers.filter((answer) => answer !== null).length;
        if (problem === null) continue;
        failures = answers.length > 0 ? 1 : failures + 1;
        if (failures === ATTEMPTS) return failure({ code: 'targetAway', retry: true });
        await wait(Math.min(retry.longest, retry.first * 2 ** failures), undefined, { signal });
      }
      const within = Math.min(1, ((batch.at(-1)?.time ?? from) - from) / (to - from));
      await report({ fraction: (done + within) / units.length, values: { done, total: units.length, messages } });
    }
  }
  return success({ units: units.length, messages, refused });
}

async function* batchesOf(
  positions: ResendParts['positions'],
  unitId: number,
  from: Instant,
  to: Instant,
): AsyncGenerator<Message[]> {
  for await (const track of positions.readTracks(unitId, from, to)) {
    // Copied before anything is awaited: columns are used again.
    const messages = Array.from({ length: track.count }, (_, row) => messageOf(track, row));
    for (let start = 0; start < messages.length; start += BATCH) yield messages.slice(start, start + BATCH);
  }
}
