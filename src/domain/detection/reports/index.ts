export { ReportReader, type ReportState } from './reportReader.ts';
