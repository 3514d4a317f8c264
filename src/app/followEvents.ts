import type { EventSubject } from '../domain/events/index.ts';
import type { CallsApp } from './calls.ts';
import type { FleetApp } from './fleet/services.ts';

/** What changes a user's own permissions: their role, their place in the account, the account itself. */
const OWN_SUBJECTS: ReadonlySet<EventSubject> = new Set(['role', 'user', 'account']);

/** The session, as far as it is told. */
export interface SessionHearing {
  send(event: { type: 'session.permissionsChanged' }): void;
}

/** Tells screens of changes, and the session when its own permissions may have changed. Returns an undo. */
export function followEvents(
  session: SessionHearing,
  calls: Pick<CallsApp, 'tell' | 'tellAll'>,
  fleet: Pick<FleetApp, 'onEvents' | 'onJoined'>,
): () => void {
  let isFirst = true;
  const ends = [
    fleet.onEvents((events) => {
      calls.tell(events);
      if (events.some((event) => OWN_SUBJECTS.has(event.subject_type)))
        session.send({ type: 'session.permissionsChanged' });
    }),
    fleet.onJoined((missed) => {
      // The first time what changed while everything was read is told; after an absence anything may have changed.
      if (!isFirst || missed) {
        calls.tellAll();
        session.send({ type: 'session.permissionsChanged' });
      }
      isFirst = false;
    }),
  ];
  return () => ends.forEach((end) => end());
}
