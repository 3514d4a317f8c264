import { createMessageWriter, createOutbox } from '../../server/channels/index.ts';
import { createProblems, loadMessages } from '../../server/call/index.ts';
import type { SendingServices } from '../../server/modules/notifications/index.ts';
import { createSealer, type Database } from '../../server/store/index.ts';

/**
 * What sends notifications over a database, with a world outside that takes everything; `given` replaces parts of it.
 */
export function sendingServices(database: Database, given: Partial<SendingServices> = {}): SendingServices {
  const sealer = createSealer('a secret of the tests that is long enough');
  const messages = loadMessages();
  return {
    database,
    messages,
    problems: createProblems(messages),
    places: { gazetteer: async () => ({ nearest: () => null }) },
    positions: { latest: { position: () => null } },
    publicUrl: null,
    directory: { ancestorsOf: () => [], statusOf: () => 'active' },
    outbox: createOutbox(sealer, []),
    writer: createMessageWriter(messages),
    replies: null,
    sealer,
    webhook: async () => ({ ok: true, answer: 'HTTP 204' }),
    push: { publicKey: 'key', send: async () => ({ ok: true, gone: false, answer: 'HTTP 201' }) },
    sendCommand: async () => ({ ok: false, error: 'noDevice' }),
    newSecret: () => 'a signing key',
    logger: { warn: () => undefined },
    ...given,
  };
}
