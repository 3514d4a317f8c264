import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { REPEATER } from '../../../src/domain/base/index.ts';
import type { Agents } from '../../channels/index.ts';
import { jsonBody, osmandQuery } from '../encoding/web.ts';
import { messageId, type Message, type RepeatedUnit } from '../message.ts';
import type { Dialer } from './dialer.ts';
import { problemOf, TargetFailure, type SendResult, type Target, type TargetAddress } from './types.ts';

/** Characters of an answer that are read. */
const ANSWER_LENGTH = 200;
/** Refusals that are about now, and not about the message. */
const PASSING = [408, 429];

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** HTTP: a request for each message; no redirect is followed. */
export class HttpTarget implements Target {
  readonly #address: TargetAddress;
  readonly #dialer: Dialer;
  readonly #agents: Agents;
  readonly #requests = new Set<http.ClientRequest>();

  constructor(address: TargetAddress, dialer: Dialer, agents: Agents) {
    this.#address = address;
    this.#dialer = dialer;
    this.#agents = agents;
  }

  async send(unit: RepeatedUnit, messages: readonly Message[]): Promise<SendResult> {
    const answers: (string | null)[] = [];
    try {
      for (const message of messages) answers.push(refusalIn(await this.#ask(unit, message)));
      return { answers, problem: null };
    } catch (error) {
      return { answers, problem: problemOf(error) };
    }
  }

  close(): void {
    for (const request of this.#requests) request.destroy(new TargetFailure('closed', ''));
  }

  /** Receivers close connections that were idle, which shows only when one is used again. */
  async #ask(unit: RepeatedUnit, message: Message): Promise<Answer> {
    const first = await this.#request(unit, message);
    try {
      return await first.answer;
    } catch (error) {
      if (!first.request.reusedSocket || (error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
      return (await this.#request(unit, message)).answer;
    }
  }

  async #request(unit: RepeatedUnit, message: Message) {
    const { protocol, host, port, tls, path, username, password } = this.#address;
    const isJson = protocol === 'json_http';
    const body = isJson ? jsonBody(unit, message) : '';
    // The address that was checked, and not what the name leads to a moment later.
    const address = await this.#dialer.resolve(this.#address);
    const query = isJson ? '' : `${path.includes('?') ? '&' : '?'}${osmandQuery(unit, message)}`;
    const request = (tls ? https : http).request({
      host: address,
      port,
      path: `${path || '/'}${query}`,
      method: isJson ? 'POST' : 'GET',
      agent: tls ? this.#agents.https : this.#agents.http,
      signal: AbortSignal.timeout(REPEATER.patience),
      ...(tls && net.isIP(host) === 0 && { servername: host }),
      headers: {
        host: `${host.includes(':') ? `[${host}]` : host}:${port}`,
        'user-agent': 'Wayline-Repeater',
        'wayline-message': messageId(unit, message),
        ...(isJson && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...((username || password) && {
          authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        }),
      },
    });
    this.#requests.add(request);
    return { request, answer: answerOf(request, body).finally(() => this.#requests.delete(request)) };
  }
}

function answerOf(request: http.ClientRequest, body: string): Promise<Answer> {
  return new Promise((done, fail) => {
    request.once('error', (error) =>
      fail(['AbortError', 'TimeoutError'].includes(error.name) ? new TargetFailure('noAnswer', '') : error),
    );
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length >= ANSWER_LENGTH) response.destroy();
      });
      response.once('error', fail);
      response.once('close', () =>
        done({ status: response.statusCode ?? 0, text: text.slice(0, ANSWER_LENGTH).trim() }),
      );
    });
    request.end(body);
  });
}

/** Null: it was taken. Throws where it is to be tried again. */
function refusalIn({ status, text }: Answer): string | null {
  if (status >= 200 && status < 300) return null;
  const said = `HTTP ${status} ${text}`.trim();
  if (status >= 400 && status < 500 && !PASSING.includes(status)) return said;
  throw new TargetFailure('answered', said);
}
