import { EVENT_KINDS, EVENTS, type DomainEvent, type EventData, type EventKind, type EventSubject } from '../index.ts';

type Place = Partial<Pick<DomainEvent, 'account_id' | 'sequence' | 'subject_id' | 'user_id' | 'time'>>;

const PLACE = { account_id: 1, sequence: 1, subject_id: 10, user_id: null, time: '2026-06-01T12:00:00.000Z' };

/** An event with as much of its data as a test looks at. */
export function testEvent<Kind extends EventKind>(
  kind: Kind,
  data: Partial<EventData<Kind>> = {},
  place: Place = {},
): DomainEvent<Kind> {
  return { ...PLACE, ...place, kind, subject_type: EVENTS[kind].subject, data } as DomainEvent<Kind>;
}

/** Some event about such a thing, for what goes by the sort of thing alone. */
export function testEventAbout(subject: EventSubject, place: Place = {}): DomainEvent {
  const kind = EVENT_KINDS.find((each) => EVENTS[each].subject === subject);
  if (kind === undefined) throw new Error(`No event is about a ${subject}.`);
  return testEvent(kind, {}, place);
}
