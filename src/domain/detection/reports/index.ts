export { ReportReader, type ReadTrack, type ReportState } from './reportReader.ts';
export { sieveRows } from './sieveRows.ts';
