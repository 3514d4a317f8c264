import { QueryClient, notifyManager, type Query } from '@tanstack/react-query';
import { MINUTE, SECOND } from '../../../domain/base/index.ts';
import type { Problem } from './fleet.ts';

// A component hears of an answer with the promise that brought it, not a timer later.
notifyManager.setScheduler(queueMicrotask);

/** How long an answer that no screen shows is kept for a step back. */
const KEPT = 5 * MINUTE;
/** Changes are read at once, and while they go on at most this often. */
const PAUSE = SECOND;

/** Whose an answer is, the method, and what it was asked for. Answers of one owner are never found by another. */
export type Question = readonly [owner: string, method: string, data: object | null];

/** A call that the server refused, as the library knows failures. */
export class RefusedCall extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** What was read of the server: shared by all that ask the same, and kept for a step back. */
export interface Answers {
  readonly client: QueryClient;
  /** Something that the answer shows changed: reads again, the first time at once, then at most once a second. */
  changed(question: Question): void;
  /** Reads again at once, or as soon as the read under way has ended. Asks nothing that no screen shows. */
  reload(question: Question): void;
  /** This page changed something on the server: nothing that was read before is shown to a screen that opens now. */
  written(): void;
  /** True for an answer that was read before the last change of this page. */
  isOutdated(question: Question): boolean;
  /** Forgets what is not `owner`'s, and what of `owner`'s no screen shows. */
  enter(owner: string): void;
}

/** An empty store of answers. Failures are not tried again here: the screen says why and offers it. */
export function createAnswers(): Answers {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        gcTime: KEPT,
      },
    },
  });
  const cache = client.getQueryCache();
  /** How often each answer had been read when this page last changed something. */
  const outdated = new WeakMap<Query, number>();
  const find = (question: Question): Query | undefined => cache.find({ queryKey: question });
  const readAgain = createReadAgain(client, find);
  return {
    client,
    ...readAgain,
    written() {
      client.removeQueries({ type: 'inactive' });
      for (const query of cache.getAll()) outdated.set(query, query.state.dataUpdateCount);
    },
    isOutdated(question) {
      const query = find(question);
      return query !== undefined && outdated.get(query) === query.state.dataUpdateCount;
    },
    enter(owner) {
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== owner || !query.isActive() });
    },
  };
}

/** What of an answer that is followed is still to be done. */
interface Following {
  isAskedAgain: boolean;
}

function createReadAgain(
  client: QueryClient,
  find: (question: Question) => Query | undefined,
): Pick<Answers, 'changed' | 'reload'> {
  const followed = new Map<string, Following>();
  const reloading = new Set<string>();
  /**
   * One whole read, begun after this call; a read under way may have missed what is asked for, and is finished first.
   */
  const read = async (question: Question, begins: () => void): Promise<void> => {
    await endOf(find(question));
    begins();
    await client.refetchQueries({ queryKey: question, exact: true, type: 'active' }, { cancelRefetch: false });
  };
  const follow = async (question: Question, hash: string): Promise<void> => {
    const following: Following = { isAskedAgain: true };
    followed.set(hash, following);
    while (following.isAskedAgain && find(question)?.isActive()) {
      await read(question, () => (following.isAskedAgain = false));
      await pause();
    }
    followed.delete(hash);
  };
  return {
    changed(question) {
      const hash = JSON.stringify(question);
      const following = followed.get(hash);
      if (following) following.isAskedAgain = true;
      else void follow(question, hash);
    },
    reload(question) {
      const hash = JSON.stringify(question);
      if (reloading.has(hash)) return;
      reloading.add(hash);
      void read(question, () => reloading.delete(hash));
    },
  };
}

/** Waits for the read under way, however it ends. */
async function endOf(query: Query | undefined): Promise<void> {
  if (query?.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined);
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE));
