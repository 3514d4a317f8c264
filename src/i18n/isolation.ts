/** Marks of Unicode between which a text has a direction of its own (UAX #9): first strong letter, and the end. */
const FIRST_STRONG = '\u2068';
const END = '\u2069';
const PLAIN_NUMBER = /^[\p{Nd}.,٫٬]*$/u;

/**
 * A name, an address or a date put into a text of another direction, so that neither turns the other round: without
 * this the number after a Latin name is before it in a Persian line, and 1405-09-01 is read as 01-09-1405.
 */
export const isolated = (text: string): string => (PLAIN_NUMBER.test(text) ? text : FIRST_STRONG + text + END);
