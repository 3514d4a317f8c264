import type { Fix, ProtocolName } from '../../src/domain/telemetry/index.ts';
import type { Instant } from '../../src/domain/base/index.ts';
import { clockOffsetMinutes } from '../../src/domain/device/index.ts';
import type { Database } from '../store/database.types.ts';
import type { UnreadMessages } from '../store/index.ts';
import type { IngestLogger, IntakeService } from './intake.ts';
import { createTraccarHandler } from './protocols/traccar/index.ts';
import {
  isHttpProtocol,
  type CommandAnswer,
  type DeviceHandle,
  type Intake,
  type ListeningProtocol,
  type UnreadMessage,
} from './types.ts';

/** A message that was kept, with the device and the unit that it came from. */
interface KeptMessage {
  readonly id: number;
  readonly device: DeviceHandle;
  readonly protocol: ProtocolName;
  readonly datagram: boolean;
  readonly receivedAt: Instant;
  readonly bytes: Uint8Array;
}

/** What reading again came to. */
export interface RereadResult {
  messages: number;
  /** Understood wholly: no longer kept. */
  read: number;
  /** Understood in part: what they say is stored, and they stay. */
  partly: number;
  unread: number;
  /** Reports handed over; those that were stored before are completed with what is understood now. */
  reports: number;
}

export interface RereadOptions {
  readonly database: Database;
  readonly intake: Pick<IntakeService, 'complete' | 'afterCommit'>;
  readonly unread: Pick<UnreadMessages, 'remove'>;
  readonly protocols: readonly ListeningProtocol[];
  /** Reads what a Traccar server forwarded; absent: as the route does. */
  readonly traccar?: typeof createTraccarHandler;
  readonly logger: IngestLogger;
}

/** Messages that are read before what they say is committed and they are removed. */
const PAGE = 500;

/**
 * Reads all kept messages again, oldest first, with the decoders of this version. Their reports are handled as all
 * reports, at the time they were taken, into the unit that carried the device then; one that is stored already gets the
 * attributes that it lacks. Rejects when the database is away: what was read up to then is stored, and the rest stays
 * kept.
 */
export async function rereadMessages(options: RereadOptions): Promise<RereadResult> {
  const result: RereadResult = { messages: 0, read: 0, partly: 0, unread: 0, reports: 0 };
  const [last] = await options.database.query<{ id: number | null }>('select max(id) as id from unread_message');
  for (let after = 0; ;) {
    const page = await readPage(options.database, after, last?.id ?? 0);
    if (page.length === 0) return result;
    after = page[page.length - 1].id;
    await rereadPage(page, options, result);
  }
}

async function rereadPage(page: readonly KeptMessage[], options: RereadOptions, result: RereadResult): Promise<void> {
  const read: number[] = [];
  const changed: { id: number; left: UnreadMessage }[] = [];
  for (const message of page) {
    const outcome = await rereadOne(message, options);
    result.messages++;
    result.reports += outcome.reports;
    if (outcome.left === null) read.push(message.id);
    else if (outcome.left !== 'broken') changed.push({ id: message.id, left: outcome.left });
    result[outcome.left === null ? 'read' : outcome.left !== 'broken' && outcome.left.part ? 'partly' : 'unread']++;
  }
  const stored = await new Promise<boolean>((resolve) => options.intake.afterCommit(resolve));
  if (!stored)
    throw new Error('The positions of messages that were read again could not be stored; the messages stay kept.');
  await options.unread.remove(read);
  await noteLeft(options.database, changed);
}

/** What is not understood of a message now. */
async function noteLeft(database: Database, changed: readonly { id: number; left: UnreadMessage }[]): Promise<void> {
  await database.query(
    `update unread_message m set part = c.part, reason = c.reason from unnest($1::int8[], $2::bool[], $3::text[]) as c (id, part, reason)
     where m.id = c.id and (m.part, m.reason) is distinct from (c.part, c.reason)`,
    [changed.map(({ id }) => id), changed.map(({ left }) => left.part), changed.map(({ left }) => left.reason)],
  );
}

interface Outcome {
  readonly reports: number;
  /** What is still not understood, or null: read wholly. */
  readonly left: UnreadMessage | 'broken' | null;
}

async function rereadOne(
  message: KeptMessage,
  { protocols, traccar = createTraccarHandler, intake, logger }: RereadOptions,
): Promise<Outcome> {
  const reading = new RereadIntake(message, intake);
  try {
    if (message.protocol === 'traccar') await traccar(reading)(JSON.parse(new TextDecoder().decode(message.bytes)), '');
    else
      await readWith(
        protocols.find(({ name }) => name === message.protocol),
        message,
        reading,
      );
  } catch (error) {
    logger.error({ error, protocol: message.protocol, message: message.id }, 'Decoder failed on a kept message');
    return { reports: reading.reports, left: 'broken' };
  }
  return { reports: reading.reports, left: reading.left };
}

async function readWith(
  protocol: ListeningProtocol | undefined,
  { device, datagram, bytes }: KeptMessage,
  intake: Intake,
): Promise<void> {
  if (!protocol) throw new Error('The protocol of a kept message is there no longer.');
  if (isHttpProtocol(protocol)) {
    await protocol.answer(
      { method: 'POST', url: '/', contentType: 'application/json', body: bytes, remote: '' },
      intake,
    );
    return;
  }
  const session = protocol.open(
    { remote: '', send: () => undefined, end: () => undefined },
    datagram ? 'udp' : 'tcp',
    intake,
  );
  session.resume?.(device);
  session.receive(bytes);
  session.closed();
}

/** The intake of one message that is read again: whoever it names, it is of its device, at the time when it came. */
class RereadIntake implements Intake {
  reports = 0;
  left: UnreadMessage | 'broken' | null = null;
  readonly #message: KeptMessage;
  readonly #intake: Pick<IntakeService, 'complete'>;

  constructor(message: KeptMessage, intake: Pick<IntakeService, 'complete'>) {
    this.#message = message;
    this.#intake = intake;
  }

  login(): DeviceHandle {
    return this.#message.device;
  }

  accept(_device: DeviceHandle, protocol: ProtocolName, fix: Fix): void {
    // In no unit, or in one that was deleted: its reports are stored nowhere.
    if (this.#message.device.unitId === 0) return;
    this.reports++;
    this.#intake.complete(this.#message.device, protocol, fix);
  }

  /** Nobody waits for the answer; the page is committed before its messages are removed. */
  afterCommit(callback: (stored: boolean) => void): void {
    callback(true);
  }

  malformed(): void {
    this.left ??= 'broken';
  }

  unread(_device: DeviceHandle, _protocol: ProtocolName, message: UnreadMessage): void {
    this.left = message;
  }

  commandAnswered(_device: DeviceHandle, _protocol: ProtocolName, _answer: CommandAnswer): void {
    // The command that it answered is long over; another one may be open now.
  }

  now(): Instant {
    return this.#message.receivedAt;
  }
}

interface KeptRow {
  [column: string]: unknown;
  id: number;
  device_id: number;
  unit_id: number;
  unique_identifier: string;
  device_model: string;
  clock_offset: string;
  protocol: ProtocolName;
  datagram: boolean;
  received_at: Date;
  bytes: Buffer;
}

async function readPage(database: Database, after: number, last: number): Promise<KeptMessage[]> {
  const rows = await database.query<KeptRow>(
    `select m.id, m.device_id, coalesce(u.id, 0) as unit_id, d.unique_identifier, d.device_model, d.clock_offset, m.protocol, m.datagram, m.received_at, m.bytes
     from unread_message m join device d on d.id = m.device_id left join unit u on u.id = m.unit_id
     where m.id > $1 and m.id <= $2 order by m.id limit ${PAGE}`,
    [after, last],
  );
  return rows.map((row) => ({
    id: row.id,
    device: {
      identifier: row.unique_identifier,
      deviceId: row.device_id,
      unitId: row.unit_id,
      // It was let in then.
      password: null,
      model: row.device_model,
      clockOffset: clockOffsetMinutes(row.clock_offset),
    },
    protocol: row.protocol,
    datagram: row.datagram,
    receivedAt: row.received_at.getTime(),
    bytes: row.bytes,
  }));
}
