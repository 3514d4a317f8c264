import { BODY } from '../../../../src/domain/base/index.ts';
import { createFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import type { DeviceAnswer, DeviceHandle, DeviceRequest, HttpProtocol, Intake } from '../../types.ts';
import { documentIdentifier, documentLocations, documentPassword, readLocation } from './document.ts';
import { unreadField } from './unread.ts';
import { identifierOf, readQuery } from './query.ts';

const NAME = 'osmand';
const JSON_TYPE = 'application/json';
const decoder = new TextDecoder();
/** Requests are read one at a time and the intake copies, so one fix serves all. */
const fix: Fix = createFix();
/** A second one, so that a document is read to its end before anything of it is handed over. */
const probe: Fix = createFix();

const answerOf = (status: number, body = ''): DeviceAnswer => ({ status, body });

/** OsmAnd's live tracking and the Traccar Client app: one report a request, as query, form or JSON. */
export const osmand: HttpProtocol = {
  name: NAME,
  defaultPort: 5055,
  transports: ['http'],
  idleTimeout: 60,
  maximumBody: BODY.osmAnd,
  async answer(request, intake) {
    if (request.method !== 'GET' && request.method !== 'POST') {
      intake.malformed(NAME, request.remote, 'the method is neither GET nor POST', new Uint8Array(0));
      return answerOf(405, 'GET or POST');
    }
    return request.contentType === JSON_TYPE ? answerDocument(request, intake) : answerQuery(request, intake);
  },
};

async function answerQuery(request: DeviceRequest, intake: Intake): Promise<DeviceAnswer> {
  const parameters = parametersOf(request);
  const identifier = identifierOf(parameters);
  if (identifier === '') return refuse(request, intake, 'id is missing');
  const password = parameters.get('password');
  const device = intake.login(identifier, NAME, request.remote, { password });
  if (!device) {
    intake.noteClues?.(identifier, NAME, [
      ...(parameters.has('batt') ? ['parameter:battery_level' as const] : []),
      // The app OsmAnd counts milliseconds; others that write an `hdop` count seconds.
      ...(parameters.has('hdop') && /^\d{13}$/.test(parameters.get('timestamp') ?? '')
        ? ['parameter:hdop' as const]
        : []),
    ]);
    return answerOf(400, 'The device is not registered');
  }
  const fault = readQuery(parameters, intake.now(), fix, device.model);
  if (fault) return refuse(request, intake, `${fault} cannot be read`);
  intake.accept(device, NAME, fix);
  return stored(device, intake);
}

/** The query, or the form when the query is empty. */
function parametersOf(request: DeviceRequest): URLSearchParams {
  const mark = request.url.indexOf('?');
  const query = mark < 0 ? '' : request.url.slice(mark + 1);
  return new URLSearchParams(query === '' && request.method === 'POST' ? decoder.decode(request.body) : query);
}

async function answerDocument(request: DeviceRequest, intake: Intake): Promise<DeviceAnswer> {
  const document = parse(request.body);
  const identifier = documentIdentifier(document);
  const locations = documentLocations(document);
  if (identifier === '')
    return refuse(request, intake, document === undefined ? 'the body is not JSON' : 'device_id is missing');
  const password = documentPassword(document);
  const device = intake.login(identifier, NAME, request.remote, { password });
  if (!device) return answerOf(404, 'The device is not registered');
  if (!locations) return refuse(request, intake, 'location is missing');
  for (const location of locations) {
    const fault = readLocation(location, intake.now(), probe);
    if (fault) return refuse(request, intake, `${fault} cannot be read`);
  }
  acceptAll(locations, device, intake);
  const unread = unreadField(document, locations);
  if (unread)
    intake.unread(device, NAME, {
      type: unread,
      reason: 'the field is not known, or not of its kind',
      part: true,
      bytes: request.body,
    });
  return stored(device, intake);
}

function acceptAll(
  locations: readonly Readonly<Record<string, unknown>>[],
  device: DeviceHandle,
  intake: Intake,
): void {
  for (const location of locations) {
    readLocation(location, intake.now(), fix);
    intake.accept(device, NAME, fix);
  }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(body));
  } catch {
    // Not JSON: the caller answers 400 and counts it.
    return undefined;
  }
}

function refuse(request: DeviceRequest, intake: Intake, reason: string): DeviceAnswer {
  intake.malformed(
    NAME,
    request.remote,
    reason,
    request.body.length > 0 ? request.body : new TextEncoder().encode(request.url),
  );
  return answerOf(400, reason);
}

/** The answer to a report; a command for the device may go out with it. */
function stored(device: DeviceHandle, intake: Intake): Promise<DeviceAnswer> {
  return new Promise((resolve) =>
    intake.afterCommit((durable) => resolve(durable ? { ...answerOf(200), device } : answerOf(503))),
  );
}
