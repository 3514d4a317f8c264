import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { TrackerClaimState } from '../../../domain/device/index.ts';
import { renderInWorld } from '../testing/world.tsx';
import { TrackerProofHost, type AskForTracker } from './TrackerProofHost.tsx';

afterEach(cleanup);

const claim = (state: TrackerClaimState, remaining = 0) => ({ state, remaining });

async function asked() {
  let ask: AskForTracker = () => Promise.resolve(false);
  const keep = (given: AskForTracker) => {
    ask = given;
    return () => undefined;
  };
  const { server } = await renderInWorld(<TrackerProofHost onReady={keep} />, {
    answers: { getTrackerClaim: claim('none'), startTrackerClaim: claim('waiting', 60_000) },
  });
  expect(screen.queryByRole('alertdialog')).toBeNull();
  let proven: Promise<boolean> = Promise.resolve(false);
  act(() => {
    proven = ask('356307042441013');
  });
  await screen.findByRole('alertdialog', { name: /356307042441013/ });
  return { server, proven };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the proof that a tracker is one’s own', () => {
  it('counts down from a press, and is done when the tracker has reported', async () => {
    const { server, proven } = await asked();
    server.answer('getTrackerClaim', claim('waiting', 42_000));
    press('Start');
    await screen.findByText(/42/);
    expect(server.of('startTrackerClaim')).toEqual([{ unique_identifier: '356307042441013' }]);
    server.answer('getTrackerClaim', claim('proven'));
    expect(await proven).toBe(true);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('says that no report came, and may be tried again or given up', async () => {
    const { server, proven } = await asked();
    server.answer('getTrackerClaim', claim('failed'));
    press('Start');
    await screen.findByText(/No report arrived/);
    server.answer('getTrackerClaim', claim('waiting', 60_000));
    press('Try again');
    await screen.findByText(/60/);
    press('Cancel');
    expect(await proven).toBe(false);
  });
});
