import { success } from '../../../src/domain/base/index.ts';
import type { Handlers } from '../../call/types.ts';
import { readBacktestPlaces } from './places.ts';
import { listOccurrences } from './read.ts';
import { readBacktestRecords } from './records.ts';
import type { PastServices } from './services.ts';

export { ruleTable } from './table.ts';
export type { PastServices };

/** rule-service: when rules fired, and what trying one on the past needs. */
export function createRuleHandlers(
  services: PastServices,
): Pick<Handlers, 'getOccurrences' | 'getBacktestPlaces' | 'getBacktestRecords'> {
  return {
    getOccurrences: (data, context) => listOccurrences(services, data, context),
    getBacktestRecords: (data, context) => readBacktestRecords(services, data, context),
    getBacktestPlaces: async (data, context) => success(await readBacktestPlaces(services, data, context)),
  };
}
