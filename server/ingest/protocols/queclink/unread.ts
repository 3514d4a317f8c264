import { isKnownReport } from './reports.ts';

/** Kinds of reports that the manuals name and that say nothing of where a unit is or how it does: why they are kept. */
const REASONS: readonly (readonly [kinds: readonly string[], reason: string])[] = [
  [['ALL', 'ALC', 'ALS', 'ALM', 'CFG', 'CFU', 'LSW', 'TSW'], 'a list of settings: they are not compared with ours'],
  [['VER', 'CVR', 'BVR', 'FVR', 'DEV'], 'versions of the device and its parts are not read'],
  [['UPD', 'UPC', 'EUC', 'UPF', 'UFS', 'BUP'], 'progress of an update that was not started from here'],
  [['CID', 'SIM', 'AIF', 'QSS', 'BSI', 'NET', 'SRI'], 'settings of the SIM card and of the connection are not read'],
  [['CSQ', 'GSV', 'ANP', 'RTP', 'SCS'], 'figures of the reception alone: every report has those that count'],
  [['TMZ', 'TMA', 'DST'], 'the time zone is set for the device here'],
  [['PHL', 'PHD', 'FTP', 'CAM', 'PIC'], 'pictures are not stored'],
  [['VMS', 'SMS', 'MSG', 'CAL', 'CLT', 'CLL'], 'calls and messages of the driver are not stored'],
];
const BY_KIND: ReadonlyMap<string, string> = new Map(
  REASONS.flatMap(([kinds, reason]) => kinds.map((kind) => [kind, reason] as const)),
);

/** Why what a report says beside its places is kept unread; null for kinds that are understood. */
export function whyUnread(type: string): string | null {
  return isKnownReport(type)
    ? null
    : (BY_KIND.get(type) ?? 'the kind of report is not known: only its places are read');
}
