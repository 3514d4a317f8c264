import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ReportRow } from '../../../domain/report/index.ts';
import { useCalls } from '../../shared/services/calls.ts';
import type { Problem } from '../../shared/services/fleet.ts';

/** Rows that are read at a time. */
const PAGE = 200;

export interface SectionRows {
  /** A row by its place; undefined while it is read. */
  readonly at: (place: number) => ReportRow | undefined;
  /** Which rows are in sight: these are read. */
  readonly show: (first: number, last: number) => void;
  readonly problem: Problem | null;
  readonly retry: () => void;
}

interface Read {
  readonly key: string;
  readonly pages: ReadonlyMap<number, readonly ReportRow[]>;
}

/** The rows of a section page by page, those in sight alone, in the order that is asked for. */
export function useSectionRows(generationId: number, section: string, sort: string): SectionRows {
  const { call } = useCalls();
  const key = `${generationId} ${section} ${sort}`;
  const [read, setRead] = useState<Read>({ key, pages: new Map() });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [span, setSpan] = useState<readonly [number, number]>([0, 0]);
  const [attempt, setAttempt] = useState(0);
  const pages = read.key === key ? read.pages : null;
  const missing = useMemo(() => {
    const [first, last] = span;
    for (let page = first; page <= last; page++) if (!pages?.has(page)) return page;
    return null;
  }, [pages, span]);
  useEffect(() => {
    if (missing === null) return undefined;
    const controller = new AbortController();
    call(
      'getReportRows',
      { generation_id: generationId, section, sort, page: missing + 1, limit: PAGE },
      controller.signal,
    ).then(
      (answer) => {
        if (controller.signal.aborted) return;
        setProblem(answer.ok ? null : answer.error);
        if (!answer.ok) return;
        setRead((known) => ({
          key,
          pages: new Map([...(known.key === key ? known.pages : []), [missing, answer.value.rows]]),
        }));
      },
      (error: unknown) => {
        if (!controller.signal.aborted) throw error;
      },
    );
    return () => controller.abort();
  }, [call, generationId, section, sort, key, missing, attempt]);
  const at = useCallback((place: number) => pages?.get(Math.floor(place / PAGE))?.[place % PAGE], [pages]);
  const show = useCallback((first: number, last: number) => {
    const next = [Math.floor(Math.max(0, first) / PAGE), Math.floor(Math.max(0, last) / PAGE)] as const;
    setSpan((known) => (known[0] === next[0] && known[1] === next[1] ? known : next));
  }, []);
  const retry = useCallback(() => {
    setProblem(null);
    setAttempt((count) => count + 1);
  }, []);
  return { at, show, problem, retry };
}
