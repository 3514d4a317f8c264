import type { TextFields } from '../shared/index.ts';

/** Sentences whose first field names the device. */
const NAMING: readonly string[] = ['PGID', 'PSIWMDID', 'DEVID', 'PCPTI', 'IMEI', 'GPFID', 'CONNECT'];
const LONGEST = 40;

/**
 * The identifier that a sentence states (`PGID,<identifier>`, `IMEI=<identifier>`), or null when it is another
 * sentence.
 */
export function statedIdentifier(fields: TextFields): string | null {
  if (fields.startsWith(0, 'IMEI=')) return fields.text(0).slice('IMEI='.length, LONGEST);
  for (const name of NAMING) if (fields.is(0, name)) return fields.text(1).slice(0, LONGEST);
  return null;
}

/** A field of PUBX that receivers leave at 0. */
const RESERVED = 19;

/** The identifier that a report of one maker carries within itself; empty when it has none. */
export function identifierWithin(fields: TextFields): string {
  if (fields.is(0, 'QZE') || fields.is(0, 'ID')) return fields.text(1).slice(0, LONGEST);
  if (fields.is(0, 'GPTXT') && fields.is(1, 'NET')) return fields.text(2).slice(0, LONGEST);
  if (fields.is(0, 'PUBX') && fields.length(RESERVED) > 3) return fields.text(RESERVED).slice(0, LONGEST);
  return '';
}
