import {
  EVENT_KINDS,
  EVENTS,
  type EventKind,
  type EventKindAbout,
  type EventSubject,
} from '../../domain/events/index.ts';

/** What the pages of units show, and nobody's act. */
type Unlisted = 'trip' | 'fuel_event' | 'visit' | 'job';
type AuditKind = Exclude<EventKind, EventKindAbout<Unlisted>>;
type AuditSubject = Exclude<EventSubject, Unlisted>;

const isListed = (subject: EventSubject): subject is AuditSubject =>
  subject !== 'trip' && subject !== 'fuel_event' && subject !== 'visit' && subject !== 'job';

/** Kinds of events that the audit can be filtered by, each with words of its own (`audit.kind`). */
export const AUDIT_KINDS = EVENT_KINDS.filter((kind): kind is AuditKind => isListed(EVENTS[kind].subject));

/** What these events are about. */
export const AUDIT_SUBJECTS = [...new Set(AUDIT_KINDS.map((kind): EventSubject => EVENTS[kind].subject))].filter(
  isListed,
);
