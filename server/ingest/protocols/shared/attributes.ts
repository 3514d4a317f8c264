import { ATTRIBUTES, type AttributeValue, type Fix } from '../../../../src/domain/telemetry/index.ts';

/** Bounds of what a device may name and say by itself (Wialon IPS: names ≤ 38, text ≤ 1344, 200 are kept). */
const MAXIMUM_NAME = 38;
const MAXIMUM_TEXT = 1344;
const MAXIMUM_COUNT = 200;
const NAME = /^[^\s,:#\p{Cc}]+$/u;

const KNOWN: Readonly<Record<string, { readonly kind: 'boolean' | 'number' | 'text' } | undefined>> = ATTRIBUTES;

/**
 * Puts an attribute whose name or type the device chose. One of our own names takes only a value of its type;
 * what does not fit, and what is out of bounds, is left out.
 */
export function putAttribute(fix: Fix, name: string, value: AttributeValue): void {
  if (name.length > MAXIMUM_NAME || !NAME.test(name)) return;
  if (fix.attributes.size >= MAXIMUM_COUNT && !fix.attributes.has(name)) return;
  const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  const fitting = known ? asKind(value, known.kind) : bounded(value);
  if (fitting !== null) fix.attributes.set(name, fitting);
}

/** A value that came as text: number, boolean or text, whichever it reads as. */
export function putText(fix: Fix, name: string, text: string): void {
  putAttribute(fix, name, fromText(text));
}

/** "12.5" → 12.5, "true" → true; digits too long for a number (identifiers) stay text. */
export function fromText(text: string): AttributeValue {
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text.length <= 15 && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return Number(text);
  return text;
}

function asKind(value: AttributeValue, kind: 'boolean' | 'number' | 'text'): AttributeValue | null {
  if (kind === 'text') return bounded(typeof value === 'string' ? value : String(value));
  if (kind === 'boolean') return asBoolean(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  const numeric = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof numeric === 'number' && Number.isFinite(numeric) ? numeric : null;
}

function asBoolean(value: AttributeValue): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === '1' || value === 'true') return true;
  if (value === 0 || value === '0' || value === 'false') return false;
  return null;
}

function bounded(value: AttributeValue): AttributeValue | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string') return kept(value) || null;
  return value;
}

/** Text as it may be stored anywhere: no NUL and no half of a character, which no column holds. */
function kept(text: string): string {
  const whole = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return whole.slice(0, MAXIMUM_TEXT).toWellFormed();
}

const NUMBERED: string[] = [];

/** "io200": the name of a parameter that has only a number. Each is made once. */
export function ioName(id: number): string {
  return (NUMBERED[id] ??= `io${id}`);
}
