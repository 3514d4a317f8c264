import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { openScreen } from '../../../tests/support/forms/screens.tsx';
import type { Alarm, AlarmId } from '../../domain/alarm/index.ts';
import { DAY, MINUTE, toIso, type AccountId, type RuleId, type UnitId } from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import type { FleetServices } from '../shared/services/fleet.ts';
import { changing } from '../shared/testing/fleet.ts';
import { readViewState } from '../shared/unit/viewState.ts';
import { refusal, WORLD_NOW, type FakeAnswers } from '../shared/testing/services.ts';

afterEach(cleanup);

const alarm = (id: number, more: Partial<Alarm> = {}): Alarm => ({
  alarm_id: id as AlarmId,
  account_id: 1 as AccountId,
  account_name: 'North',
  alert_id: 3,
  alert_name: 'Too fast',
  severity: 'critical',
  rule_id: 5 as RuleId,
  rule_name: 'Over 90',
  unit_id: id as UnitId,
  unit_name: `Van ${id}`,
  at: toIso(WORLD_NOW - id * MINUTE),
  state: 'open',
  sequence: 1,
  count: 1,
  last_at: toIso(WORLD_NOW - id * MINUTE),
  assigned_user_id: null,
  assigned_role_id: null,
  assigned_to: '',
  acknowledged_at: null,
  acknowledged_by: '',
  expires_at: null,
  snoozed_until: null,
  cleared_at: null,
  resolved_at: null,
  resolved_by: '',
  reason: null,
  position: { latitude: 52, longitude: 13 },
  ...more,
});
const QUEUE = [alarm(1), alarm(2), alarm(3, { alert_id: 4, alert_name: 'Too hot', position: null })];
const STATISTICS = { raised: 3, acknowledged: 0, resolved: 0, time_to_acknowledge: null, time_to_resolve: null };

async function open(more: FakeAnswers = {}, fleet: Partial<FleetServices> = {}) {
  const world = await openScreen('/alarms', {
    fleet,
    answers: { getAlarmList: { rows: QUEUE, total: 3 }, getAlarmStatistics: STATISTICS, ...more } as FakeAnswers,
  });
  return { ...world, list: within(await screen.findByRole('list', { name: 'Alarms' })) };
}
const press = (key: string): boolean => fireEvent.keyDown(document.body, { key });

describe('the queue of alarms', () => {
  it('groups those of one cause and place, and acknowledges the group with one press', async () => {
    const { list, server } = await open({ acknowledgeAlarms: { done: [1, 2], refused: [] } });
    expect(list.getByText('Van 1')).toBeTruthy();
    expect(list.queryByText('Van 2')).toBeNull();
    expect(list.getByText('Van 3')).toBeTruthy();
    const show = list.getByRole('button', { expanded: false });
    fireEvent.click(show);
    expect(list.getByText('Van 2')).toBeTruthy();
    fireEvent.click(list.getByRole('button', { name: 'Acknowledge' }));
    await waitFor(() => expect(server.of('acknowledgeAlarms')).toEqual([{ alarm_ids: [1, 2] }]));
  });

  it('is walked by keys, and says who was first where an act is refused', async () => {
    const said = 'Dana Reyes has already acknowledged it.';
    const { server, notices } = await open({
      acknowledgeAlarms: { done: [], refused: [{ id: 1, code: ERROR.conflict, message: said }] },
    });
    press('j');
    press('a');
    await waitFor(() => expect(server.of('acknowledgeAlarms')).toEqual([{ alarm_ids: [1] }]));
    await waitFor(() => expect(notices()).toEqual([said]));
  });

  it('keeps what was chosen to resolve an alarm where the server cannot be asked', async () => {
    const { server } = await open({ resolveAlarms: refusal('99', 'Server error') });
    press('j');
    press('r');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('radio', { name: 'False alarm' }));
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Speed sign misread' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
    expect(await dialog.findByText('Server error')).toBeTruthy();
    expect(server.of('resolveAlarms')).toEqual([
      { alarm_ids: [1], sequence: 1, reason: 'falseAlarm', note: 'Speed sign misread' },
    ]);
    expect(dialog.getByRole<HTMLInputElement>('textbox').value).toBe('Speed sign misread');
  });

  it('lets type whom an alarm is assigned to once people are read: what is typed is not put aside', async () => {
    const { promise: read, resolve } = Promise.withResolvers<void>();
    const people = [{ user_id: 7, name: 'Leila Karimi', email: '', role_name: 'Viewer' }];
    const assigned = alarm(1, { assigned_user_id: 7, assigned_to: 'Leila Karimi' });
    await open({
      getAlarmList: { rows: [assigned], total: 1 } as never,
      getAlarm: { alarm: assigned, events: [] },
      getTeamPeoples: () => read.then(() => ({ people }) as never),
      getUserRoles: { rows: [], total: 0 } as never,
    });
    press('j');
    press('Enter');
    fireEvent.click(await screen.findByRole('button', { name: 'Assign' }));
    const target = within(await screen.findByRole('dialog')).getByRole<HTMLInputElement>('combobox');
    expect(target.disabled).toBe(true);
    resolve();
    await waitFor(() => expect(target.disabled).toBe(false));
    expect(target.value).toBe('Leila Karimi');
  });

  it('says who else looks at an alarm, on its row and beside it, and that oneself does', async () => {
    const viewers = changing<ReadonlyMap<number, readonly { user_id: number; name: string }[]>>(new Map());
    const viewed: (number | null)[] = [];
    const { list } = await open(
      { getAlarm: { alarm: QUEUE[0], events: [] } },
      {
        alarmViewers: viewers,
        viewAlarm(alarmId) {
          viewed.push(alarmId);
          return () => viewed.push(null);
        },
      },
    );
    act(() => viewers.set(new Map([[1, [{ user_id: 77, name: 'Dana Reyes' }]]])));
    expect(list.getByText('Also looking: Dana Reyes')).toBeTruthy();
    press('j');
    press('Enter');
    const detail = within(await screen.findByRole('complementary', { name: 'Alarm' }));
    expect(await detail.findByText('Also looking: Dana Reyes')).toBeTruthy();
    expect(viewed).toEqual([1]);
    fireEvent.click(detail.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(viewed).toEqual([1, null]));
  });

  it('opens the map at the instant with the quarter of an hour before it', async () => {
    await open({ getAlarm: { alarm: QUEUE[2], events: [] } });
    press('j');
    press('j');
    press('j');
    press('Enter');
    const link = await screen.findByRole('link', { name: 'Timeline at this time' });
    const query = new URL(link.getAttribute('href') ?? '', 'http://here').searchParams;
    const at = WORLD_NOW - 3 * MINUTE;
    expect(readViewState(query)).toMatchObject({
      units: [3],
      instant: at,
      interval: { from: at - 15 * MINUTE, to: at + 5 * MINUTE },
      trails: 'selected',
      charts: [],
      camera: null,
    });
  });

  it('measures the response over the period that is chosen', async () => {
    const { server } = await open();
    const spanOf = (asked: unknown): number => {
      const { from, to } = asked as { from: string; to: string };
      return (Date.parse(to) - Date.parse(from)) / DAY;
    };
    await waitFor(() => expect(server.of('getAlarmStatistics').map(spanOf)).toEqual([7]));
    fireEvent.change(screen.getByRole('combobox', { name: 'Period' }), { target: { value: 'month' } });
    await waitFor(() => expect(server.of('getAlarmStatistics').map(spanOf)).toEqual([7, 30]));
  });
});
