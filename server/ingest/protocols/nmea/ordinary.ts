import type { TextFields } from '../shared/index.ts';

/** Two letters of the talker and three of the sentence. */
const ADDRESS = 5;

/**
 * Sentences of the standard (IEC 61162-1, and those that receivers add to it) that tell of satellites, a ship's instruments,
 * waypoints or the receiver itself: nothing that a position is read from, or what RMC and GGA tell as well.
 */
const ORDINARY: ReadonlySet<string> = new Set([
  'AAM', 'ALM', 'APA', 'APB', 'BEC', 'BOD', 'BWC', 'BWR', 'BWW', 'DBK', 'DBS', 'DBT', 'DPT', 'DSC', 'DTM', 'GBS', 'GFA', 'GLC', 'GRS', 'GSA', 'GST', 'GSV',
  'HDG', 'HDM', 'HDT', 'HSC', 'MDA', 'MSK', 'MSS', 'MTW', 'MWV', 'NSA', 'OSD', 'ROT', 'RPM', 'RSA', 'RSD', 'RTE', 'TXT', 'VBW', 'VDR', 'VHW', 'VLW', 'VPW',
  'VTG', 'VWR', 'WCV', 'WPL', 'XDR', 'XTE', 'XTR', 'ZDA', 'ZFO', 'ZTG',
]);

/** True of a sentence that is known to say nothing of where the device is: it is passed over, and not kept as unread. */
export function isOrdinary(fields: TextFields): boolean {
  return fields.length(0) === ADDRESS && ORDINARY.has(fields.text(0).slice(2));
}
