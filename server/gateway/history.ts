import type { FastifyInstance } from 'fastify';
import {
  BACKFILL_PATH,
  HISTORY_PATH,
  backfillRequest,
  historyStreamRequest,
  type CallError,
} from '../../src/api/contract/index.ts';
import type { Need } from '../../src/domain/access/index.ts';
import {
  EQUIPMENT,
  TELEMETRY,
  dateFormatterOf,
  fromIso,
  success,
  type Result,
  type UserId,
} from '../../src/domain/base/index.ts';
import { EXPORT_FORMATS, NO_SENSOR_COLUMNS, sensorColumns } from './exports/index.ts';
import { readInstant, readInterval } from '../call/interval.ts';
import { NO_FILTERS } from '../call/historyFilters.ts';
import { only, readFilteredBackfill, readFilteredBlocks, readFilteredPositions } from './filtered.ts';
import { readBackfillInSight, readBlocksInSight } from '../call/sight.ts';
import { frameBlocks, batchText } from './streaming.ts';
import type { CallAccount } from '../call/types.ts';
import { validateData } from '../call/validation.ts';
import { reach, registerStream, type Answer, type HistoryServices } from './streamRoute.ts';

/** `POST /api/history` and `POST /api/backfill` (contract/history): the envelope in, a stream out. */
export function registerHistory(server: FastifyInstance, services: HistoryServices): void {
  const need: Need = { resource: 'units', action: 'sh' };
  registerStream(server, services, {
    path: HISTORY_PATH,
    method: 'streamHistory',
    need,
    open: (...call) => openHistory(services, ...call),
  });
  registerStream(server, services, {
    path: BACKFILL_PATH,
    method: 'streamBackfill',
    need,
    open: (data, account, lang) => openBackfill(services, data, account, lang),
  });
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
  const dates = dateFormatterOf(lang, timezone);
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
    bytes: batchText(pieces),
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
