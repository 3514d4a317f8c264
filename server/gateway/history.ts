import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  BACKFILL_PATH,
  HISTORY_PATH,
  backfillRequest,
  historyStreamRequest,
  type CallError,
} from '../../src/api/contract/index.ts';
import type { Need } from '../../src/domain/access/index.ts';
import type { AccountSettings } from '../../src/domain/account/index.ts';
import {
  BODY,
  EQUIPMENT,
  TELEMETRY,
  createDateFormatter,
  failure,
  fromIso,
  success,
  type AccountId,
  type Instant,
  type Result,
  type UserId,
} from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import type { PositionStore } from '../store/types.ts';
import { checkAccess } from '../call/access.ts';
import { unexpected, type CallOrigin, type CallServices } from './calls.ts';
import { readEnvelope, reply, streamStatusOf } from './envelope.ts';
import { EXPORT_FORMATS, NO_SENSOR_COLUMNS, sensorColumns, type SensorsByUnit } from './exports/index.ts';
import { readInstant, readInterval } from '../call/interval.ts';
import type { UnitDirectory } from '../call/ports.ts';
import {
  NO_FILTERS,
  only,
  readFilteredBackfill,
  readFilteredBlocks,
  readFilteredPositions,
  type HistoryFilters,
} from './filtered.ts';
import { unitsInSight, type UnitsInSight } from '../call/reach.ts';
import { readBackfillInSight, readBlocksInSight } from '../call/sight.ts';
import { frameBlocks, gatherText } from './streaming.ts';
import type { CallAccount } from '../call/types.ts';
import { validateData } from '../call/validation.ts';

export interface HistoryServices extends CallServices {
  readonly directory: UnitDirectory;
  readonly positions: Pick<PositionStore, 'readBlocks' | 'readBackfill' | 'readPositions'>;
  /** The validity filters of units; left out = nobody touched any. */
  readonly filters?: HistoryFilters;
  /** Sensors of units as far as the accounts of the scope see them now; left out = none. */
  sensorsOf?(unitIds: readonly number[], scope: readonly AccountId[]): Promise<SensorsByUnit>;
  /** How an account wants its dates. */
  /** Formats of dates in files, in the time zone of the person who asks. */
  settingsOf(accountId: AccountId, userId: UserId): Promise<AccountSettings>;
  originOf(request: FastifyRequest): CallOrigin;
}

/** A stream to send, and how it is called. */
interface Answer {
  readonly contentType: string;
  readonly fileName?: string;
  readonly bytes: AsyncGenerator<Uint8Array>;
}

type Opener = (data: unknown, account: CallAccount, lang: string, userId: UserId) => Promise<Result<Answer, CallError>>;

/** `POST /api/history` and `POST /api/backfill` (contract/history): the envelope in, a stream out. */
export function registerHistory(server: FastifyInstance, services: HistoryServices): void {
  const routes: [path: string, method: string, need: Need, open: Opener][] = [
    [HISTORY_PATH, 'streamHistory', { resource: 'units', action: 'sh' }, (...call) => openHistory(services, ...call)],
    [
      BACKFILL_PATH,
      'streamBackfill',
      { resource: 'units', action: 'sh' },
      (data, account, lang) => openBackfill(services, data, account, lang),
    ],
  ];
  for (const [path, method, need, open] of routes) {
    server.post(path, { bodyLimit: BODY.api }, async (request, answer) => {
      const origin = services.originOf(request);
      const opened = await openStream(request.body, method, need, open, origin, services);
      if (!opened.ok)
        return answer.code(streamStatusOf(opened.error)).send(reply(origin.correlationId, opened.error, null));
      return sendStream(answer, opened.value, origin, services);
    });
  }
}

async function openStream(
  body: unknown,
  method: string,
  need: Need,
  open: Opener,
  origin: CallOrigin,
  services: HistoryServices,
): Promise<Result<Answer, CallError>> {
  const { messages, problems, sessions } = services;
  const envelope = readEnvelope(body);
  if (!envelope) return failure(problems.error(messages.resolve(''), ERROR.malformed));
  const lang = messages.resolve(envelope.header.lang);
  if (envelope.header.method !== method || envelope.header.service !== 'tracking-service') {
    return failure(
      problems.error(lang, ERROR.unknownMethod, {
        values: { method: envelope.header.method, service: envelope.header.service },
      }),
    );
  }
  try {
    const access = await checkAccess(need, envelope.header, sessions, origin.now);
    if (!access.ok) return failure(problems.error(lang, access.error.code));
    if (!access.value?.account) return failure(problems.error(lang, ERROR.accountMissing));
    return await open(envelope.data, access.value.account, lang, access.value.userId);
  } catch (error) {
    return failure(unexpected(error, lang, origin.correlationId, services));
  }
}

async function openHistory(
  services: HistoryServices,
  data: unknown,
  account: CallAccount,
  lang: string,
  userId: UserId,
): Promise<Result<Answer, CallError>> {
  const { problems, positions, directory, filters = NO_FILTERS } = services;
  const checked = validateData(historyStreamRequest, data, lang, problems);
  if (!checked.ok) return checked;
  const interval = readInterval(checked.value, lang, problems);
  if (!interval.ok) return interval;
  const { from, to } = interval.value;
  const units = reach(services, account, checked.value.unit_ids, from, to, lang);
  if (!units.ok) return units;
  const { columns, filters: isFiltering } = checked.value;
  await filters.settled();
  if (checked.value.format === 'blocks') {
    const blocks = isFiltering
      ? readFilteredBlocks(positions, units.value, filters, from, to, columns)
      : readBlocksInSight(positions, units.value, from, to, columns);
    return success({ contentType: 'application/octet-stream', bytes: frameBlocks(blocks) });
  }
  const { timezone, date_time_format: pattern } = await services.settingsOf(account.accountId, userId);
  const dates = createDateFormatter(lang, timezone);
  const format = EXPORT_FORMATS[checked.value.format];
  const unitIds = [...units.value.whole, ...units.value.spans.keys()];
  // Of a whole fleet the columns would be more than any table holds.
  const sensors =
    services.sensorsOf && unitIds.length <= EQUIPMENT.perAct
      ? sensorColumns(await services.sensorsOf(unitIds, account.scope))
      : NO_SENSOR_COLUMNS;
  const pieces = format.write({
    unitIds,
    sensors,
    interval: interval.value,
    limit: TELEMETRY.exportPoints,
    nameOf: (unitId) => directory.nameOf(unitId),
    timeText: (time) => dates.format(fromIso(time), pattern),
    read: (ids) => readFilteredPositions(positions, only(units.value, ids), filters, from, to),
  });
  return success({
    contentType: format.contentType,
    fileName: `history.${format.extension}`,
    bytes: gatherText(pieces),
  });
}

async function openBackfill(
  services: HistoryServices,
  data: unknown,
  account: CallAccount,
  lang: string,
): Promise<Result<Answer, CallError>> {
  const { problems, positions, filters = NO_FILTERS } = services;
  const checked = validateData(backfillRequest, data, lang, problems);
  if (!checked.ok) return checked;
  const at = readInstant(checked.value.at, 'at', lang, problems);
  if (!at.ok) return at;
  const since =
    checked.value.silent_since === undefined
      ? success(null)
      : readInstant(checked.value.silent_since, 'silent_since', lang, problems);
  if (!since.ok) return since;
  // The instant itself, and no more.
  const units = reach(services, account, checked.value.unit_ids, at.value, at.value + 1, lang);
  if (!units.ok) return units;
  const { columns, filters: isFiltering } = checked.value;
  await filters.settled();
  const blocks = isFiltering
    ? readFilteredBackfill(positions, units.value, filters, at.value, columns, since.value)
    : readBackfillInSight(positions, units.value, at.value, columns, since.value);
  return success({ contentType: 'application/octet-stream', bytes: frameBlocks(blocks) });
}

function reach(
  { directory, problems }: HistoryServices,
  account: CallAccount,
  asked: readonly number[] | undefined,
  from: Instant,
  to: Instant,
  lang: string,
): Result<UnitsInSight, CallError> {
  const units = unitsInSight(directory, account.scope, asked, from, to);
  if (units) return success(units);
  return problems.refuse(lang, ERROR.notFound);
}

/**
 * Sends with back-pressure: the store is read no faster than the client takes. When the client
 * goes, the stream is destroyed and with it the reading. A failure on the way breaks the answer
 * off, so that it cannot be taken for a whole one.
 */
function sendStream(
  answer: FastifyReply,
  opened: Answer,
  { correlationId }: CallOrigin,
  { logger }: HistoryServices,
): FastifyReply {
  const stream = Readable.from(opened.bytes, { objectMode: false, highWaterMark: 256 * 1024 });
  stream.on('error', (error) =>
    logger.error({ correlationId, error: error.stack ?? error.message }, 'history stream broke off'),
  );
  answer.header('content-type', opened.contentType).header('cache-control', 'no-store');
  if (opened.fileName) answer.header('content-disposition', `attachment; filename="${opened.fileName}"`);
  return answer.send(stream);
}
