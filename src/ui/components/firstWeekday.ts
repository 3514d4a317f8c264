import { createContext, useContext } from 'react';

/** Days of the week as ISO 8601 counts them, by the names that calendars take. */
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export const MONDAY = 1;

/** The day that weeks begin with, 1 = Monday … 7 = Sunday. */
export const FirstWeekdayContext = createContext<number>(MONDAY);

/** The day that a calendar begins its weeks with. */
export const useFirstWeekday = (): (typeof DAYS)[number] => DAYS[useContext(FirstWeekdayContext) - 1] ?? 'mon';
