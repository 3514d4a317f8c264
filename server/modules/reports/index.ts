import type { Handlers } from '../../call/types.ts';
import { createReadingHandlers } from './reading.ts';
import { requestReport } from './request.ts';
import type { ReportServices } from './services.ts';

export { openReportFile } from './files/index.ts';
export { generateReport } from './generate.ts';
export type { GeneratingServices } from './services.ts';
export { addGeneration } from './request.ts';
export { reportTable } from './table.ts';
export { purgeReports } from './upkeep.ts';

type ReportMethod = 'generateReport' | 'getReportGenerationList' | 'getReportGeneration' | 'getReportRows';

/** report-service beside the methods of the entity: generating, and reading what came of it. */
export function createReportHandlers(services: ReportServices): Pick<Handlers, ReportMethod> {
  return {
    generateReport: (data, context) => requestReport(services, data, context),
    ...createReadingHandlers(services),
  };
}
