export { BadBackup, decodeBackup, encodeBackup, type BackupRecord } from './format.ts';
export { readBackup, type RestoreRefusal, type RestoreSummary, type RestoreTarget } from './read.ts';
export { writeBackup, type BackupSource, type BackupSummary } from './write.ts';
