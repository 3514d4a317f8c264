import { sameText, type TextFields } from '../shared/index.ts';

/** Two letters of the talker and three of the sentence. */
const ADDRESS = 5;

/**
 * Sentences of the standard (IEC 61162-1, and those that receivers add to it) that report satellites, a ship's
 * instruments, waypoints or the receiver itself: nothing that a position is read from, or what RMC and GGA say as well.
 */
const ORDINARY: ReadonlySet<string> = new Set([
  'AAM',
  'ALM',
  'APA',
  'APB',
  'BEC',
  'BOD',
  'BWC',
  'BWR',
  'BWW',
  'DBK',
  'DBS',
  'DBT',
  'DPT',
  'DSC',
  'DTM',
  'GBS',
  'GFA',
  'GLC',
  'GRS',
  'GSA',
  'GST',
  'GSV',
  'HDG',
  'HDM',
  'HDT',
  'HSC',
  'MDA',
  'MSK',
  'MSS',
  'MTW',
  'MWV',
  'NSA',
  'OSD',
  'RMB',
  'ROT',
  'RPM',
  'RSA',
  'RSD',
  'RTE',
  'TXT',
  'VBW',
  'VDR',
  'VHW',
  'VLW',
  'VPW',
  'VTG',
  'VWR',
  'WCV',
  'WPL',
  'XDR',
  'XTE',
  'XTR',
  'ZDA',
  'ZFO',
  'ZTG',
]);

/** Makers' own of the same sort: how exact a fix is, which satellites are heard, what the receiver is and is set to. */
const MAKERS = /^P(?:GLOR|GRM[EMZ]|MTK[A-Z0-9]*|ORZD|SRF[A-Z0-9]*)$/;
const ADDRESS_FORM = /^[A-Z][A-Z0-9]{2,11}$/;

/**
 * True of a sentence that is known to say nothing of where the device is, or is none: it is passed over, and not kept
 * as unread.
 */
export function isOrdinary(fields: TextFields): boolean {
  const type = fields.start(0) + 2;
  // GSV, GSA and GST come with every fix: seen without making a text of them.
  if (fields.length(0) === ADDRESS && sameText(fields.bytes, type, type + 2, 'GS')) return true;
  const address = fields.text(0);
  if (fields.length(0) === ADDRESS && ORDINARY.has(address.slice(2))) return true;
  return MAKERS.test(address) || !ADDRESS_FORM.test(address);
}
