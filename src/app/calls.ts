import type { Client } from '../api/client/index.ts';
import type { LiveEvent } from '../api/contract/index.ts';
import { ERROR } from '../domain/errors/index.ts';
import type { EventSubject } from '../domain/events/index.ts';
import type { Calls } from '../views/shared/services/calls.ts';
import { toProblem } from './problems.ts';

/** The calls that views make, and who is notified of changes that the feed brings. */
export interface CallsApp extends Calls {
  /** Domain events that arrived from the feed. */
  publish(events: readonly LiveEvent[]): void;
  /** Whom to ask when a call needs a proof of the person; a call that got it is made again. Returns an undo. */
  provideProof(ask: () => Promise<boolean>): () => void;
  /**
   * Whom to ask when a tracker has to be shown to be the person's own; the call is made again after it. Returns an
   * undo.
   */
  provideTrackerProof(ask: (identifier: string) => Promise<boolean>): () => void;
  /** Events were missed: anything may have changed. */
  notifyAll(): void;
}

/** The client's methods, as views know them. */
export function createCalls(client: Client): CallsApp {
  const listeners = new Map<() => void, ReadonlySet<EventSubject>>();
  const publish = (touches: (subjects: ReadonlySet<EventSubject>) => boolean): void => {
    for (const [listener, subjects] of listeners) if (touches(subjects)) listener();
  };
  let askForProof: (() => Promise<boolean>) | null = null;
  let askForTracker: ((identifier: string) => Promise<boolean>) | null = null;
  return {
    async call(method, data, signal) {
      let outcome = await client.call(method, data, { signal });
      if (!outcome.ok && outcome.error.code === ERROR.proofRequired && (await askForProof?.()))
        outcome = await client.call(method, data, { signal });
      if (!outcome.ok && outcome.error.code === ERROR.trackerProof && (await askForTracker?.(numberIn(data))))
        outcome = await client.call(method, data, { signal });
      return outcome.ok ? outcome : { ok: false, error: toProblem(outcome.error) };
    },
    async file(id, signal) {
      const outcome = await client.file(id, { signal });
      return outcome.ok ? outcome : { ok: false, error: toProblem(outcome.error) };
    },
    async upload(file, signal) {
      const outcome = await client.upload(file, { signal });
      return outcome.ok ? outcome : { ok: false, error: toProblem(outcome.error) };
    },
    onChange(subjects, listener) {
      // Each registration its own key: one listener may be registered twice.
      const entry = (): void => listener();
      listeners.set(entry, new Set(subjects));
      return () => void listeners.delete(entry);
    },
    provideProof(ask) {
      askForProof = ask;
      return () => {
        askForProof = null;
      };
    },
    provideTrackerProof(ask) {
      askForTracker = ask;
      return () => {
        askForTracker = null;
      };
    },
    publish(events) {
      const changed = new Set(events.map((event) => event.subject_type));
      publish((subjects) => [...subjects].some((subject) => changed.has(subject)));
    },
    notifyAll: () => publish(() => true),
  };
}

/** The number of the tracker that a call is about. */
const numberIn = (data: object): string => ('unique_identifier' in data ? String(data.unique_identifier) : '');
