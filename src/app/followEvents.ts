import type { EventSubject } from '../domain/events/index.ts';
import type { CallsApp } from './calls.ts';
import type { FleetApp } from './fleet/services.ts';

/** What changes a user's own permissions: their role, their place in the account, the account itself. */
const OWN_SUBJECTS: ReadonlySet<EventSubject> = new Set(['role', 'user', 'account']);

/** The session, as far as it is notified here. */
export interface SessionHearing {
  send(event: { type: 'session.permissionsChanged' }): void;
}

/** Notifies screens of changes, and the session when its own permissions may have changed. Returns an undo. */
export function followEvents(
  session: SessionHearing,
  calls: Pick<CallsApp, 'publish' | 'notifyAll'>,
  fleet: Pick<FleetApp, 'onEvents' | 'onReadAgain'>,
): () => void {
  const ends = [
    fleet.onEvents((events) => {
      calls.publish(events);
      if (events.some((event) => OWN_SUBJECTS.has(event.subject_type)))
        session.send({ type: 'session.permissionsChanged' });
    }),
    fleet.onReadAgain(() => {
      calls.notifyAll();
      session.send({ type: 'session.permissionsChanged' });
    }),
  ];
  return () => ends.forEach((end) => end());
}
