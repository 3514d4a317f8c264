import { fromIso } from '../../src/domain/base/index.ts';
import type { RepeaterTest } from '../../src/domain/repeater/index.ts';
import type { Position } from '../../src/domain/telemetry/index.ts';
import type { PositionStore } from '../store/index.ts';
import { isSeen, type BookedRepeater, type RepeaterBook } from './book.ts';
import type { Forwarder } from './forwarder.ts';
import type { Message } from './message.ts';
import { dialOnly, type Transports } from './targets/index.ts';

interface TestParts extends Transports {
  readonly book: RepeaterBook;
  readonly positions: Pick<PositionStore, 'latest'>;
}

/**
 * Sends the last report of a unit, as it may have been sent before: receivers keep one of an instant. Where no unit has
 * reported yet, it only connects.
 */
export async function sendTest(
  repeater: BookedRepeater,
  forwarder: Forwarder,
  { book, positions, ...transports }: TestParts,
): Promise<RepeaterTest> {
  const found = lastReport(repeater, book, positions);
  if (found === null) return dialOnly(repeater.address, transports);
  const { answers, problem } = await forwarder.send(await book.unit(found.unit_id), [messageOfPosition(found)]);
  if (problem !== null) return { ok: false, code: problem.code, detail: problem.detail };
  const [refusal = null] = answers;
  return refusal === null ? { ok: true, code: null, detail: '' } : { ok: false, code: 'refused', detail: refusal };
}

function lastReport(
  repeater: BookedRepeater,
  book: RepeaterBook,
  { latest }: Pick<PositionStore, 'latest'>,
): Position | null {
  for (const unitId of book.unitsOf(repeater)) {
    const position = latest.position(unitId);
    if (position && isSeen(book.sightOf(repeater.id, unitId) ?? null, fromIso(position.time))) return position;
  }
  return null;
}

const messageOfPosition = (position: Position): Message => ({
  time: fromIso(position.time),
  receivedAt: fromIso(position.received_at),
  place: { latitude: position.latitude, longitude: position.longitude },
  altitude: position.altitude,
  speed: position.speed,
  course: position.course,
  satellites: position.satellites,
  valid: position.valid,
  attributes: position.attributes,
});
