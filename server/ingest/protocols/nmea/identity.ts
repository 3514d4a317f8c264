import type { TextFields } from '../shared/index.ts';

/** Sentences whose first field names the device. */
const NAMING: readonly string[] = ['PGID', 'PSIWMDID', 'DEVID', 'PCPTI', 'IMEI'];
const LONGEST = 40;

/** The identifier that a sentence states (`PGID,<identifier>`, `IMEI=<identifier>`), or null when it is another sentence. */
export function statedIdentifier(fields: TextFields): string | null {
  if (fields.startsWith(0, 'IMEI=')) return fields.text(0).slice('IMEI='.length, LONGEST);
  for (const name of NAMING) if (fields.is(0, name)) return fields.text(1).slice(0, LONGEST);
  return null;
}
