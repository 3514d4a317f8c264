import { SECOND } from '../domain/base/index.ts';
import type { ServerAnswer } from '../views/errors/index.ts';

/** A server that answers does so within this; a line that went dead would be waited for much longer. */
const ANSWER_LIMIT = 3 * SECOND;

const ENTRY = /<script[^>]+type="module"[^>]+src="([^"]+)"/;

/**
 * Whether the server can be reached, and whether it serves another version than the page runs: its first script has
 * another name then.
 */
export async function askServer(
  address: string,
  entry: string | null,
  fetchPage: typeof fetch = fetch,
): Promise<ServerAnswer> {
  try {
    const answer = await fetchPage(address, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_LIMIT) });
    if (!answer.ok) return 'away';
    const served = ENTRY.exec(await answer.text())?.[1] ?? null;
    return served !== null && entry !== null && served !== entry ? 'newer' : 'same';
  } catch {
    return 'away'; // however it failed to answer
  }
}

/** The first script of the page as its own markup names it. */
export const ownEntry = (page: Document): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
