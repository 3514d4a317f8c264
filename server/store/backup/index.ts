export { readBackup, type RestoreRefusal } from './read.ts';
export { writeBackup } from './write.ts';
