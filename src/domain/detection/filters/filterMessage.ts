import { array, number, object } from 'yup';
import { filterSettingsSchema, type FilterSettings } from './settings.ts';

/**
 * The validity filters of units, as they go before track blocks in one stream (contract, history):
 *
 *     0 u8 0, where a block has its version     1 UTF-8 JSON: a list of { settings, unit_ids }
 *
 * Units that are not named have filters that nobody touched. A fleet shares a few settings, so each is sent once.
 */
const MARK = 0;

const messageSchema = array(
  object({ settings: filterSettingsSchema.required(), unit_ids: array(number().required()).required() }),
).required();

/**
 * How long before an interval a filter begins to listen, so that it can distinguish a jump from a fix at its beginning.
 * Milliseconds.
 */
export const FILTER_LEAD_IN = 3_600_000;

export const isFilterMessage = (bytes: Uint8Array): boolean => bytes.length > 0 && bytes[0] === MARK;

export function writeFilterMessage(units: ReadonlyMap<number, FilterSettings>): Uint8Array {
  const alike = new Map<string, { settings: FilterSettings; unit_ids: number[] }>();
  for (const [unitId, settings] of units) {
    const key = JSON.stringify(settings);
    const known = alike.get(key);
    if (known) known.unit_ids.push(unitId);
    else alike.set(key, { settings, unit_ids: [unitId] });
  }
  const text = new TextEncoder().encode(JSON.stringify([...alike.values()]));
  const message = new Uint8Array(1 + text.length);
  message[0] = MARK;
  message.set(text, 1);
  return message;
}

/** Throws a RangeError when the bytes are no such message. */
export function readFilterMessage(bytes: Uint8Array): Map<number, FilterSettings> {
  try {
    const entries = messageSchema.validateSync(JSON.parse(new TextDecoder().decode(bytes.subarray(1))));
    const units = new Map<number, FilterSettings>();
    for (const { settings, unit_ids: unitIds } of entries) for (const unitId of unitIds) units.set(unitId, settings);
    return units;
  } catch (error) {
    throw new RangeError('The message of validity filters cannot be read', { cause: error });
  }
}
