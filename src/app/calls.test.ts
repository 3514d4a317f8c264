import { describe, expect, it, vi } from 'vitest';
import type { Client } from '../api/client/index.ts';
import { failure, success } from '../domain/base/index.ts';
import { ERROR } from '../domain/errors/index.ts';
import { createCalls } from './calls.ts';

const REFUSED = failure({ code: ERROR.proofRequired, message: 'Confirm', text: 'Confirm', fields: [] });

/** Calls to a server that asks for a proof until it got one. */
function guarded() {
  const server = { proven: false };
  const call = vi.fn(async () => (server.proven ? success({ ended: 1 }) : REFUSED));
  const calls = createCalls({ call } as unknown as Client);
  return { server, call, end: () => calls.call('logoutSessions', { all_others: true }), calls };
}

describe('a call that needs a proof of the person', () => {
  it('is made again once they have proven themselves', async () => {
    const { server, call, end, calls } = guarded();
    calls.provideProof(async () => {
      server.proven = true;
      return true;
    });
    expect(await end()).toEqual({ ok: true, value: { ended: 1 } });
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('is refused where they thought better of it, or nobody asks', async () => {
    const { call, end, calls } = guarded();
    expect(await end()).toMatchObject({ ok: false, error: { code: ERROR.proofRequired } });
    const undo = calls.provideProof(async () => false);
    expect(await end()).toMatchObject({ ok: false });
    undo();
    expect(call).toHaveBeenCalledTimes(2);
  });
});
