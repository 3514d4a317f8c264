import { about } from './event.ts';

interface Generation {
  readonly name: string;
  readonly generation_id: number;
  readonly from: string;
  readonly to: string;
}

const report = about('report');

/** Reports, beside what happens to every entity: that somebody asked for one, and that it is there. */
export const reportEvents = { reportRequested: report<Generation>(), reportGenerated: report<Generation>() };
