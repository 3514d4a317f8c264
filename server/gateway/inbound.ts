import { finished } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BODY, type Instant } from '../../src/domain/base/index.ts';

interface DoorAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What every answer comes with. */
interface Posted {
  readonly remote: string;
  readonly correlationId: string;
  readonly now: Instant;
}

/** What takes answers to messages. */
export interface InboundDoor {
  /** Refuses a mail service before its body is read; null: it may go on. */
  refuse(authorization: string, remote: string, now: Instant): DoorAnswer | null;
  /** The body as it was signed. */
  sms(posted: Posted & { readonly body: Buffer; readonly signature: string }): Promise<DoorAnswer>;
  mail(posted: Posted & { readonly fields: unknown }): Promise<DoorAnswer>;
}

/** Parts of a form with a mail in it. */
const MOST_PARTS = 100;

/** `POST /inbound/sms` and `POST /inbound/mail`: an SMS gateway and a mail service report what people answered. */
export function registerInbound(server: FastifyInstance, door: InboundDoor, now: () => Instant): void {
  const postedOf = ({ ip, id }: FastifyRequest): Posted => ({ remote: ip, correlationId: id, now: now() });
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    scope.post('/inbound/sms', { bodyLimit: BODY.inboundSms }, async (request, answer) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = headerOf(request, 'wayline-signature');
      return send(answer, await door.sms({ ...postedOf(request), body, signature }));
    });
  });
  void server.register(async (scope) => {
    await readForms(scope);
    scope.post('/inbound/mail', {
      bodyLimit: BODY.inboundMail,
      async onRequest(request, answer) {
        const refused = door.refuse(headerOf(request, 'authorization'), request.ip, now());
        if (refused !== null) return send(answer, refused);
      },
      handler: async (request, answer) => send(answer, await door.mail({ ...postedOf(request), fields: request.body })),
    });
  });
}

/** Forms as well as JSON; what is attached to a mail is passed over. */
async function readForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    attachFieldsToBody: 'keyValues',
    limits: { fields: MOST_PARTS, files: MOST_PARTS, fieldSize: BODY.inboundMail, fileSize: BODY.inboundMail },
    async onFile({ file }) {
      file.resume();
      await finished(file);
    },
  });
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

const send = (answer: FastifyReply, { status, body }: DoorAnswer) => answer.code(status).send(body);

function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
