export { createRuleReport, ReportReader, type ReportState } from './reportReader.ts';
