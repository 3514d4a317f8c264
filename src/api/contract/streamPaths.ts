// Apart from what is asked there: the sign-in page knows the paths, and does without the schemas.

/**
 * Two plain HTTP calls beside `POST /api`, with the same envelope in the request body
 * (header.method `streamHistory` and `streamBackfill`), because their answers are streams.
 *
 * `POST /api/history` answers the units' fixes in [from, to). With format `blocks` the body is
 * `application/octet-stream`: block messages one after another, each
 * `u32 LE length | block bytes` as stored (domain/telemetry/track), in order of unit and start;
 * blocks may reach outside the interval and overlap in time: the reader cuts, merges and drops
 * equal (unit, time). A message of length 0 ends a complete stream; without it the answer broke.
 *
 * `columns: 'core'` cuts each block after its core: times, positions, speed, course, flags and ignition,
 * all that a map needs; such a block is decoded by readTrackCore, and has no attributes.
 *
 * `POST /api/backfill` answers, in the same framing, one block per unit in reach with its last
 * fix at or before the instant (a unit without one is left out). `silent_since` is for who asks for the
 * history from then on, too: of units with fixes between it and `at` the last may be left out, or be one
 * from before; so no fleet's fixes are read twice.
 *
 * `filters: true` is for readers that filter fixes by the validity filters of the units' devices: the first message of
 * the stream is then that of the filters (domain/detection/filters/filterMessage), blocks of units whose filters look
 * back begin an hour before, blocks of those that ask for more than the core come whole, and units are in no order.
 * Stored fixes are the same with it and without.
 */
export const HISTORY_PATH = '/api/history';
export const BACKFILL_PATH = '/api/backfill';

/**
 * `POST /api/visits`, a plain HTTP call beside `POST /api` with the same envelope in its body (header.method
 * `streamVisits`): who was inside a shape in [from, to). The answer is `application/x-ndjson`, one `VisitMessage` a
 * line: visits as they are found, those of a unit together and in order of time, and how many of the units have been
 * gone through. The last line is of type `end`; without it the answer broke. Leaving ends the search.
 */
export const VISITS_PATH = '/api/visits';
