import { accountEvents } from './accounts.ts';
import { alarmEvents } from './alarms.ts';
import { derivedEvents } from './entities.ts';
import { equipmentEvents } from './equipment.ts';
import type { EventType } from './event.ts';
import { findingEvents } from './findings.ts';
import { jobEvents } from './jobs.ts';
import { notificationEvents } from './notifications.ts';
import { repeaterEvents } from './repeaters.ts';
import { peopleEvents } from './people.ts';
import { reportEvents } from './reports.ts';
import { routeEvents } from './routes.ts';
import { ruleEvents } from './rules.ts';
import { maintenanceEvents } from './maintenance.ts';
import { shareEvents } from './shares.ts';

/**
 * Every event of the log, by its kind: past tense, what it is about, and what its data holds. Those who record
 * events and those who follow them derive their types from this one object.
 */
export const EVENTS = {
  ...accountEvents,
  ...peopleEvents,
  ...equipmentEvents,
  ...derivedEvents,
  ...findingEvents,
  ...routeEvents,
  ...alarmEvents,
  ...notificationEvents,
  ...repeaterEvents,
  ...maintenanceEvents,
  ...reportEvents,
  ...shareEvents,
  ...ruleEvents,
  ...jobEvents,
};

type Catalogue = typeof EVENTS;

/** What an event is called: `unitCreated`. */
export type EventKind = keyof Catalogue;
/** The sort of thing that events are about: `unit`. */
export type EventSubject = Catalogue[EventKind]['subject'];
/** Kinds of events about such things. */
export type EventKindAbout<Subject extends EventSubject> = {
  [Kind in EventKind]: Catalogue[Kind]['subject'] extends Subject ? Kind : never;
}[EventKind];
/** What the data of an event of the kind holds. */
export type EventData<Kind extends EventKind> = Catalogue[Kind] extends EventType<string, infer Data> ? Data : never;

/** Where and when an event happened, and by whom. */
export interface EventOrigin {
  account_id: number;
  /** Id of the thing that it is about. */
  subject_id: number;
  /** Who did it; null for the system. */
  user_id: number | null;
  /** ISO 8601 UTC. */
  time: string;
}

/** A stored fact about a thing, as the change feed carries it; one of these kinds. */
export type DomainEvent<Kind extends EventKind = EventKind> = {
  [Each in Kind]: EventOrigin & {
    /** Its place in the log of its account, without gaps. */
    sequence: number;
    kind: Each;
    subject_type: Catalogue[Each]['subject'];
    data: EventData<Each>;
  };
}[Kind];

/** What is to be recorded about one thing of an account. */
export type NewEvent<Kind extends EventKind = EventKind> = {
  [Each in Kind]: {
    readonly accountId: number;
    readonly kind: Each;
    readonly subjectId: number;
    readonly data: EventData<Each>;
  };
}[Kind];

/** The kind and the data of an event, for who knows what it is about. */
export type EventContent<Kind extends EventKind = EventKind> = {
  [Each in Kind]: { readonly kind: Each; readonly data: EventData<Each> };
}[Kind];

/** An event that has no place in the log yet. */
export type UnnumberedEvent<Kind extends EventKind = EventKind> = {
  [Each in Kind]: Omit<DomainEvent<Each>, 'sequence'>;
}[Kind];

/** The event as the log takes it: what sort of thing it is about follows from its kind. */
export function eventOf({ kind, data }: EventContent, origin: EventOrigin): UnnumberedEvent {
  // That kind and data belong together is said by the type of what is passed; the compiler loses it on the way.
  return { ...origin, kind, subject_type: EVENTS[kind].subject, data } as UnnumberedEvent;
}

/** Every kind, in the catalogue's order. */
export const EVENT_KINDS = Object.keys(EVENTS) as EventKind[];

/** True for an event about such a thing. */
export function isAbout<Subject extends EventSubject>(
  event: { readonly subject_type: EventSubject },
  subject: Subject,
): event is DomainEvent<EventKindAbout<Subject>> {
  return event.subject_type === subject;
}

/** Ids of the things of a sort that the events are about, each once. */
export function subjectsOf(events: readonly DomainEvent[], subject: EventSubject): number[] {
  return [...new Set(events.filter((event) => event.subject_type === subject).map((event) => event.subject_id))];
}
