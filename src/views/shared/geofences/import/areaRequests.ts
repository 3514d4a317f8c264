import { GEOFENCE, failure, success, type Result } from '../../../../domain/base/index.ts';
import { openAreaFile } from './areaFile.ts';
import { candidateOf, type Candidate, type Sizes } from './candidates.ts';
import type { AreaFileProblem, FoundArea } from './foundArea.ts';

/** What is known of a file once it was read. */
export interface AreaFileSummary {
  /** Areas in the file, also those beyond what an import takes. */
  readonly total: number;
  /** Some of them are points, or lines: they need a size to become areas. */
  readonly hasPoints: boolean;
  readonly hasLines: boolean;
}

export type AreaRequest =
  | { readonly type: 'open'; readonly file: File }
  /** Checks the areas with these sizes; a check that goes on is given up. */
  | { readonly type: 'check'; readonly round: number; readonly sizes: Sizes };

export type AreaAnswer =
  | { readonly type: 'opened'; readonly read: Result<AreaFileSummary, AreaFileProblem> }
  /** The next areas of a check, in their order. */
  | {
      readonly type: 'checked';
      readonly round: number;
      readonly candidates: readonly Candidate[];
      readonly done: number;
      readonly total: number;
    };

/** Areas that are checked before what the page asks meanwhile is looked at. */
const AT_A_TIME = 200;
/** Around the number of an area without a name, which the page writes in its language. */
export const NUMBER_MARK = '\u0001';

/**
 * Reads a file of areas and checks them: the work of a worker, as `answer` sends it to the page. `pause` lets requests
 * in.
 */
export function answerAreaRequests(answer: (answer: AreaAnswer) => void, pause: () => Promise<void>) {
  let found: readonly FoundArea[] = [];
  let current = 0;
  const check = async (round: number, sizes: Sizes): Promise<void> => {
    current = round;
    const { length: total } = found;
    for (let from = 0; from < total && current === round; from += AT_A_TIME) {
      const candidates = found
        .slice(from, from + AT_A_TIME)
        .map((area, place) =>
          candidateOf(area, from + place, sizes, (number) => `${NUMBER_MARK}${number}${NUMBER_MARK}`),
        );
      answer({ type: 'checked', round, candidates, done: from + candidates.length, total });
      await pause();
    }
  };
  return async (request: AreaRequest): Promise<void> => {
    if (request.type === 'check') return check(request.round, request.sizes);
    const read = await openAreaFile(request.file);
    found = read.ok ? read.value.slice(0, GEOFENCE.importedFromFile) : [];
    answer({ type: 'opened', read: read.ok ? success(summaryOf(read.value)) : failure(read.error) });
  };
}

const summaryOf = (areas: readonly FoundArea[]): AreaFileSummary => ({
  total: areas.length,
  hasPoints: areas.some(({ geometry }) => geometry.type === 'point'),
  hasLines: areas.some(({ geometry }) => geometry.type === 'line' && geometry.width === undefined),
});
