import { createHmac } from 'node:crypto';
import type { Account } from '../../../src/domain/account/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Refused } from '../shared/index.ts';
import type { AccountServices } from './services.ts';

/** Where the owner of a domain shows that they agree, below the host name. */
const PROOF_LABEL = '_wayline';
const PROOF_LENGTH = 32;

/**
 * Refuses a host name that the caller's account may not take: that of the deployment itself, and any of which its
 * domain does not say so. The operator of the server needs no proof: the name leads to their machine. Asked before the
 * change begins, since a name server may take its time.
 */
export async function refuseUnprovenHost(
  { problems, publicUrl, codeSecret, resolveTxt }: AccountServices,
  caller: Pick<Account, 'account_id' | 'type'>,
  host: string,
  { lang, origin }: Pick<CallContext, 'lang' | 'origin'>,
): Promise<Refused | null> {
  if (host === '') return null;
  const isOwner = caller.type === 'OWNER';
  // Without PUBLIC_URL the name that was called is the deployment's; its operator may have come by one that is to be
  // given away.
  const own = publicUrl ?? (isOwner ? null : origin);
  if (own !== null && new URL(own).hostname === host)
    return problems.refuseField(lang, 'host_name', 'server.hostNameReserved');
  if (isOwner) return null;
  const proof = hostProof(codeSecret, caller.account_id, host);
  const record = `${PROOF_LABEL}.${host}`;
  if ((await resolveTxt(record)).includes(proof)) return null;
  return problems.refuseField(lang, 'host_name', 'server.hostNameUnproven', { record, proof });
}

/** What the TXT record holds: of this account and this name, so that nobody can use another's. */
export function hostProof(secret: string, accountId: number, host: string): string {
  const digest = createHmac('sha256', secret).update(`host:${accountId}:${host}`).digest('hex');
  return `wayline=${digest.slice(0, PROOF_LENGTH)}`;
}
