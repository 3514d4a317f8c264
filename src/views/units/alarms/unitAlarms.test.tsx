import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ACCOUNT } from '../../../../tests/support/forms/screens.tsx';
import type { Action } from '../../../domain/access/index.ts';
import { MINUTE, toIso } from '../../../domain/base/index.ts';
import { FleetContext, type FleetServices } from '../../shared/services/fleet.ts';
import { fakeFleet, still } from '../../shared/testing/fleet.ts';
import { renderScreen } from '../../shared/testing/screenWorld.tsx';
import { WORLD_NOW, type FakeAnswers } from '../../shared/testing/services.ts';
import { UnitAlarms } from './UnitAlarms.tsx';

afterEach(cleanup);

const alarm = (id: number, state: string) => ({
  alarm_id: id,
  unit_id: 1,
  alert_name: 'Cold chain',
  rule_name: `Hold too warm ${id}`,
  severity: 'critical',
  state,
  sequence: 1,
  last_at: toIso(WORLD_NOW - 5 * MINUTE),
  assigned_to: state === 'open' ? '' : 'Omid Sharifi',
});

const show = (
  may: readonly Action[],
  rows: readonly object[],
  parts: Partial<FleetServices> = {},
  total = rows.length,
) =>
  renderScreen(
    <FleetContext value={fakeFleet(parts)}>
      <UnitAlarms unitId={1} />
    </FleetContext>,
    {
      session: { permissions: { units: ['r'], alert: may }, account: ACCOUNT },
      answers: {
        getAlarmList: { rows, total },
        acknowledgeAlarms: { done: [7], refused: [] },
      } as unknown as FakeAnswers,
    },
  );
const card = async () => within(await screen.findByRole('region', { name: 'Alarms' }));

describe('the alarms on the card of a unit', () => {
  it('are acknowledged and resolved there, and lead to the queue', async () => {
    const { server } = await show(['r', 'u'], [alarm(7, 'open'), alarm(8, 'acknowledged')], {}, 6);
    const lines = await card();
    expect(lines.getByRole('link', { name: 'Hold too warm 7' }).getAttribute('href')).toBe('/alarms?unit_id=1&alarm=7');
    expect(lines.getByRole('link', { name: '4 more in the queue' }).getAttribute('href')).toBe('/alarms?unit_id=1');
    expect(lines.getByText('Omid Sharifi')).toBeTruthy();
    fireEvent.click(lines.getByRole('button', { name: 'Acknowledge' }));
    await waitFor(() => expect(server.of('acknowledgeAlarms')).toEqual([{ alarm_ids: [7] }]));
    fireEvent.click(lines.getAllByRole('button', { name: 'Resolve' })[1]);
    expect(await screen.findByRole('dialog', { name: 'Resolve' })).toBeTruthy();
  });

  it('are read without buttons by who may not change them, and not at all by others', async () => {
    await show(['r'], [alarm(7, 'open')]);
    expect((await card()).queryByRole('button')).toBeNull();
    cleanup();
    const { server } = await show([], [alarm(7, 'open')]);
    expect(screen.queryByRole('region')).toBeNull();
    expect(server.of('getAlarmList')).toEqual([]);
  });

  it('are not shown beside the past', async () => {
    const timeline = fakeFleet().timeline.getSnapshot();
    const { server } = await show(['r'], [alarm(7, 'open')], {
      timeline: still({ ...timeline, mode: 'replay' as never }),
    });
    expect(server.of('getAlarmList')).toEqual([]);
    expect(screen.queryByRole('region')).toBeNull();
  });
});
