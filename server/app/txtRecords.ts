import { Resolver } from 'node:dns/promises';
import { SECOND } from '../../src/domain/base/index.ts';

/** Asks the machine's name servers for TXT records; a name without one, and servers that do not answer, have none. */
export function createTxtLookup(): (name: string) => Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2 * SECOND, tries: 2 });
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch {
      return [];
    }
  };
}
