import type { CallData, MethodName, Reply, UploadedImage } from '../../../api/contract/index.ts';
import type { EventSubject } from '../../../domain/events/index.ts';
import { failure, success, type Instant } from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import type { ResetGrant } from '../../../machines/passwordReset/index.ts';
import type { BrowserServices } from '../services/browser.ts';
import type { Calls } from '../services/calls.ts';
import type { Problem } from '../services/fleet.ts';

type FakeReply<M extends MethodName> = Reply<M> | { readonly problem: Problem };
/** An answer of the pretended server: a reply, a refusal, or what it makes of the data, at once or later. */
type FakeAnswer<M extends MethodName> = FakeReply<M> | ((data: CallData<M>) => FakeReply<M> | Promise<FakeReply<M>>);
export type FakeAnswers = { readonly [M in MethodName]?: FakeAnswer<M> };

export interface FakeCalls extends Calls {
  /** What was asked, oldest first. */
  readonly asked: { method: MethodName; data: unknown }[];
  /** Changes what a method answers from now on. */
  answer<M extends MethodName>(method: M, answer: FakeAnswer<M>): void;
  /** What was asked of one method. */
  of(method: MethodName): unknown[];
  /** Something of these types changed on the server. */
  change(subject: EventSubject): void;
}

/** A refusal as a view gets it. */
export const refusal = (
  code: string,
  message: string,
  fields: { field: string; message: string; current?: unknown }[] = [],
): { problem: Problem } => ({ problem: { code, message: `${message} Correlation ID: 7`, correlationId: '7', fields } });

const AWAY = refusal(ERROR.network, 'The server cannot be reached.');

const isRefusal = (answer: object): answer is { readonly problem: Problem } => 'problem' in answer;

/** Calls that a test answers. */
export function fakeCalls(answers: FakeAnswers): FakeCalls {
  const known = new Map<string, unknown>(Object.entries(answers));
  const listeners = new Map<() => void, readonly EventSubject[]>();
  const asked: FakeCalls['asked'] = [];
  return {
    asked,
    answer: (method, answer) => void known.set(method, answer),
    of: (method) => asked.filter((call) => call.method === method).map(({ data }) => data),
    change(subject) {
      for (const [listener, subjects] of listeners) if (subjects.includes(subject)) listener();
    },
    async call(method, data) {
      asked.push({ method, data });
      const given = known.has(method) ? known.get(method) : AWAY;
      const answer = typeof given === 'function' ? await given(data) : given;
      return isRefusal(answer) ? failure(answer.problem) : success(answer);
    },
    async file(id) {
      asked.push({ method: 'getReportGeneration', data: { file: id } });
      return success(new Blob([`file ${id}`]));
    },
    async upload(file) {
      asked.push({ method: 'uploadProfilePic', data: file });
      const image: UploadedImage = { image_id: 'image-1', url: '/picture/image-1', width: 64, height: 64 };
      return success(image);
    },
    onChange(subjects, listener) {
      const entry = (): void => listener();
      listeners.set(entry, subjects);
      return () => void listeners.delete(entry);
    },
  };
}

/** The instant at which test worlds stand. */
export const WORLD_NOW: Instant = Date.UTC(2026, 5, 1, 12);

/** A browser without passkeys, whose clock is fixed and whose clipboard takes everything. */
export function fakeBrowser(): BrowserServices {
  let kept: string | null = null;
  let grant: ResetGrant | null = null;
  const visits = new Map<string, string>();
  return {
    clock: { subscribe: () => () => undefined, getSnapshot: () => WORLD_NOW },
    passkeys: { supported: false, create: async () => null, answer: async () => null },
    push: async () => ({
      current: async () => null,
      subscribe: async () => ({ ok: false, error: 'denied' }),
      unsubscribe: async () => undefined,
    }),
    invite: {
      subscribe: () => () => undefined,
      getSnapshot: () => kept,
      keep: (token) => void (kept = token),
      drop: () => void (kept = null),
    },
    resetGrant: { read: () => grant, keep: (next) => void (grant = next) },
    sharedVisit: { read: (token) => visits.get(token) ?? '', keep: (token, visit) => void visits.set(token, visit) },
    followShare: () => () => undefined,
    host: 'fleet.example',
    copy: async () => true,
    mapServices: async () => null,
    newId: () => 'id-of-a-test',
    proveWork: async () => 'proof',
  };
}
