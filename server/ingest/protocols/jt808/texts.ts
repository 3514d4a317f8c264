/** `(identifier,1,001,BASE,2,TIME)`: what time is it? */
const TIME_ASKED = /,BASE,2,TIME\)$/;

/** The answer to a text that asks for the time, with UTC as `YYYYMMDDhhmmss` in it; null for other texts. */
export function timeAnswer(words: string, now: number): string | null {
  const digits = new Date(now).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return TIME_ASKED.test(words) ? words.replace('TIME', digits) : null;
}

/** The device that a text `(identifier,…)` names, without the zeros that fill it up; null where it names none. */
export function identifierOfText(words: string): string | null {
  const [identifier] = words.slice(1).split(',');
  return /^\d+$/.test(identifier) ? identifier.replace(/^0+(?=\d)/, '') : null;
}
