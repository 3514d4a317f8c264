import type { DomainEvent } from '../../src/domain/events/index.ts';
import { samePermissions } from '../../src/domain/access/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import type { TimeSource } from '../../src/domain/base/index.ts';
import { concerns, AUTHORIZING } from './hearing.ts';
import type { FeedHub } from './hub.ts';
import type { FeedAuthenticate } from './types.ts';
import type { Viewer } from './viewer.ts';

export interface ViewerAuthorizerOptions {
  readonly hub: FeedHub;
  readonly authenticate: FeedAuthenticate;
  readonly time: TimeSource;
  readonly correlationId: () => string;
  readonly logger: { warn(details: object, message: string): void };
}

/** Keeps viewers to what they may still see, and passes events on in their order. */
export interface ViewerAuthorizer {
  /**
   * Notifies the viewers; those whom the events concern are checked first, so that who lost an account hears no more of
   * it.
   */
  publish(events: readonly DomainEvent[]): void;
  /** Checks the viewers of sessions that have ended: they hear nothing more. */
  checkSessions(sessionIds: readonly number[]): Promise<void>;
  /** Checks every viewer; what cannot be known now is left for the next time. */
  checkAll(): Promise<void>;
  /** Resolves when all that was published so far has been reported. */
  settled(): Promise<void>;
}

/** Watches over a hub's viewers. */
export function createViewerAuthorizer({
  hub,
  authenticate,
  time,
  correlationId,
  logger,
}: ViewerAuthorizerOptions): ViewerAuthorizer {
  let work: Promise<void> = Promise.resolve();
  let waiting = 0;

  /** True when the viewer stays and its permissions are others than before. */
  const check = async (viewer: Viewer): Promise<boolean> => {
    const answer = await authenticate(viewer.token, viewer.account, time.now());
    if (!answer.ok) {
      viewer.wire.refuse({ ...answer.error, correlationId: correlationId() });
      return false;
    }
    const before = viewer.session.permissions;
    hub.renew(viewer, answer.value);
    return !samePermissions(before, answer.value.permissions);
  };
  const publishChecked = async (events: readonly DomainEvent[]): Promise<void> => {
    const changed = new Set<Viewer>();
    const authorizing = events.filter((event) => AUTHORIZING.has(event.subject_type));
    for (const viewer of viewersOf(hub)) {
      if (!authorizing.some((event) => concerns(event, viewer))) continue;
      try {
        if (await check(viewer)) changed.add(viewer);
      } catch (error) {
        // It may have lost the right to hear this: it comes back, and is checked then.
        logger.warn(
          { error: String(error) },
          'a live viewer could not be checked after a change; it is sent to come back',
        );
        viewer.wire.refuse({
          code: ERROR.unavailable,
          message: 'The database cannot be reached; trying again.',
          correlationId: correlationId(),
        });
      }
    }
    hub.publish(events, changed);
  };
  /** Tokens that cannot be checked now are left for the next time. */
  const checkEach = async (isMeant: (viewer: Viewer) => boolean): Promise<void> => {
    for (const viewer of viewersOf(hub)) {
      if (!isMeant(viewer)) continue;
      try {
        await check(viewer);
      } catch (error) {
        logger.warn({ error: String(error) }, 'live tokens could not be checked; trying again');
        return;
      }
    }
  };
  return {
    publish(events) {
      // Later events of an account wait for earlier ones: a client folds each sequence once, in order.
      if (waiting === 0 && !events.some((event) => AUTHORIZING.has(event.subject_type))) {
        hub.publish(events);
        return;
      }
      waiting++;
      work = work.then(() => publishChecked(events)).finally(() => waiting--);
    },
    checkSessions: (sessionIds) => checkEach((viewer) => sessionIds.includes(viewer.session.sessionId)),
    checkAll: () => checkEach(() => true),
    settled: () => work,
  };
}

/** Those who look on now; checking one may end another. */
function viewersOf(hub: FeedHub): Viewer[] {
  const viewers: Viewer[] = [];
  hub.forEachViewer((viewer) => viewers.push(viewer));
  return viewers;
}
