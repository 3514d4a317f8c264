import type { FastifyInstance } from 'fastify';
import { VISITS_PATH, visitsStreamRequest, type CallError, type VisitMessage } from '../../src/api/contract/index.ts';
import { success, VISITS, type Result } from '../../src/domain/base/index.ts';
import { NO_FILTERS } from '../call/historyFilters.ts';
import { readInterval } from '../call/interval.ts';
import type { CallAccount } from '../call/types.ts';
import { validateData } from '../call/validation.ts';
import { countUnits, searchVisits, type VisitQuestion } from '../call/visits.ts';
import { reach, registerStream, type Answer, type HistoryServices } from './streamRoute.ts';

/** `POST /api/visits` (contract/visits): the envelope in, JSON lines out. */
export function registerVisits(server: FastifyInstance, services: HistoryServices): void {
  registerStream(server, services, {
    path: VISITS_PATH,
    method: 'streamVisits',
    need: { resource: 'units', action: 'sh' },
    open: async (data, account, lang) => openVisits(services, data, account, lang),
  });
}

function openVisits(
  services: HistoryServices,
  data: unknown,
  account: CallAccount,
  lang: string,
): Result<Answer, CallError> {
  const { problems, positions, filters = NO_FILTERS } = services;
  const checked = validateData(visitsStreamRequest, data, lang, problems);
  if (!checked.ok) return checked;
  const interval = readInterval(checked.value, lang, problems);
  if (!interval.ok) return interval;
  const { from, to } = interval.value;
  const units = reach(services, account, checked.value.unit_ids, from, to, lang);
  if (!units.ok) return units;
  const { shape } = checked.value;
  return success({
    contentType: 'application/x-ndjson; charset=utf-8',
    bytes: visitLines({ positions, filters, units: units.value, interval: interval.value, shape }),
  });
}

/** A line for what was found at once and one for how far the search is; each leaves when it is there. */
async function* visitLines(question: VisitQuestion): AsyncGenerator<Uint8Array> {
  const total = countUnits(question.units);
  let left: number = VISITS.streamed;
  let known = 0;
  let isTruncated = false;
  yield lines({ type: 'progress', done: 0, total });
  for await (const { visits, done } of searchVisits(question)) {
    if (visits.length > 0) yield lines({ type: 'visits', visits: visits.slice(0, left) });
    left -= visits.length;
    isTruncated = left < 0;
    if (isTruncated) break;
    if (done > known) yield lines({ type: 'progress', done, total });
    known = done;
  }
  yield lines({ type: 'end', truncated: isTruncated, done: known, total });
}

const lines = (message: VisitMessage): Uint8Array => Buffer.from(`${JSON.stringify(message)}\n`);
