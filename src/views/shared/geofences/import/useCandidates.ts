import { useEffect, useState } from 'react';
import { useTranslation } from '../../../../i18n/index.ts';
import { NUMBER_MARK } from './areaRequests.ts';
import type { AreaReader } from './areaReader.ts';
import type { Candidate, Sizes } from './candidates.ts';

interface Checked {
  readonly candidates: readonly Candidate[];
  /** Share of the file that is checked; below 1 the candidates are still those of before. */
  readonly checked: number;
}

const UNNAMED = new RegExp(`${NUMBER_MARK}(\\d+)${NUMBER_MARK}`);

/** The areas of a file as they would be saved with these sizes, checked away from the page. */
export function useCandidates(reader: AreaReader, { radius, width }: Sizes): Checked {
  const { t } = useTranslation();
  const [state, setState] = useState<Checked>({ candidates: [], checked: 0 });
  useEffect(() => {
    const all: Candidate[] = [];
    const named = (candidate: Candidate): Candidate => {
      const number = UNNAMED.exec(candidate.name)?.[1];
      if (number === undefined) return candidate;
      return { ...candidate, name: candidate.name.replace(UNNAMED, t('geofences.import.unnamed', { number })) };
    };
    reader.check({ radius, width }, (next, checked) => {
      all.push(...next.map(named));
      setState((before) => ({ candidates: checked < 1 ? before.candidates : all, checked }));
    });
  }, [reader, radius, width, t]);
  return state;
}
