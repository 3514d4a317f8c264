import { describe, expect, it } from 'vitest';
import { newSchedule } from '../../../src/domain/route/index.ts';
import { NOON, valueOf, withModules } from '../../../tests/support/modules.ts';
import { SAMPLES } from '../../../tests/support/entitySamples.ts';

const modules = withModules();
const PARS = 'Pars Logistics';
const as = modules.as('consumer', PARS);
let number = 0;

const unitOf = async (): Promise<number> => {
  const { rows } = valueOf(await as('getUnitList', { limit: 1 }));
  return rows[0].unit_id;
};
/** A route with these schedules of one unit, each every day at eight. */
const make = async (...schedules: readonly object[]) => {
  const unit_ids = [await unitOf()];
  return valueOf(
    await as('createRoute', {
      ...SAMPLES.route.form((number += 1), 'Round'),
      schedules: schedules.map((more, index) => ({
        ...newSchedule(index + 1),
        days: [1, 2, 3, 4, 5, 6, 7],
        unit_ids,
        ...more,
      })),
    } as never),
  );
};
const listed = async (filters: object) => valueOf(await as('getScheduleList', { filters, limit: 100 })).rows;
const namesBy = async (filters: object, routeId: number) =>
  (await listed(filters)).filter((row) => row.route_id === routeId).map(({ name }) => name);
const plannedRuns = async (routeId: number): Promise<number> => {
  const [{ count }] = await modules.database.query<{ count: number }>(
    "select count(*) as count from route_run where route_id = $1 and state = 'planned' and start_at > $2",
    [routeId, new Date(NOON)],
  );
  return count;
};

describe('schedules of routes', () => {
  it('are listed with their routes; one without a name is called as its route', async () => {
    const { route_id: id, name, schedules } = await make({}, { name: 'Late shift', start: '20:00' });
    expect(schedules.map((schedule) => schedule.name)).toEqual([name, 'Late shift']);
    const rows = (await listed({})).filter((row) => row.route_id === id);
    expect(rows).toMatchObject([
      { name: 'Late shift', route_name: name, start: '20:00', state: 'active' },
      { name, start: '08:00' },
    ]);
  });

  it('are active, paused or over by the day of their account', async () => {
    const { route_id: id } = await make(
      { name: 'Now' },
      { name: 'Off', enabled: false },
      { name: 'Over', until: '2026-01-01' },
      { name: 'Was once', repeat: 'once', date: '2026-01-01' },
    );
    expect(await namesBy({ state: 'active' }, id)).toEqual(['Now']);
    expect(await namesBy({ state: 'paused' }, id)).toEqual(['Off']);
    expect(await namesBy({ state: 'ended' }, id)).toEqual(['Over', 'Was once']);
  });

  it('stay as a change of their route leaves them, and end with it', async () => {
    const { route_id, schedules } = await make({ name: 'One' }, { name: 'Two' });
    const before = await listed({});
    valueOf(await as('updateRoute', { route_id, description: 'Longer way' }));
    expect(await listed({})).toEqual(before);
    const [, second] = schedules;
    const { schedules: left } = valueOf(
      await as('updateRoute', { route_id, schedules: [{ ...second, name: 'Other' }] }),
    );
    expect(left).toMatchObject([{ key: 2, name: 'Other' }]);
    valueOf(await as('deleteRoutes', { route_ids: [route_id] }));
    expect(await namesBy({}, route_id)).toEqual([]);
  });

  it('make no runs while they are paused, and make them again', async () => {
    const { route_id } = await make({ name: 'Daily' });
    const planned = await plannedRuns(route_id);
    expect(planned).toBeGreaterThan(5);
    const [{ schedule_id }] = (await listed({})).filter((row) => row.route_id === route_id);
    const set = (status: string) => as('updateScheduleStatus', { schedule_ids: [schedule_id, 999_999], status });
    expect(valueOf(await set('paused'))).toMatchObject({ done: [schedule_id], refused: [{ id: 999_999 }] });
    expect(await plannedRuns(route_id)).toBe(0);
    expect(valueOf(await as('getRoute', { route_id })).schedules).toMatchObject([{ enabled: false }]);
    valueOf(await set('active'));
    expect(await plannedRuns(route_id)).toBe(planned);
  });

  it('are in groups, by the form of their route, by the group and by its new name', async () => {
    const { route_id, schedules } = await make(
      { name: 'Grouped', labels: ['Dairy'] },
      { name: 'Alone', start: '20:00' },
    );
    const groups = valueOf(await as('getLabelList', { filters: { kind: 'schedules' } })).rows;
    expect(groups).toMatchObject([{ name: 'Dairy', members: 1 }]);
    const [{ label_id }] = groups;
    expect(schedules.map(({ labels }) => labels)).toEqual([['Dairy'], []]);
    const alone = (await listed({})).find((row) => row.name === 'Alone' && row.route_id === route_id);
    const members = valueOf(await as('getLabelMembers', { label_id, filters: { member: 'yes' } })).rows;
    expect(members).toMatchObject([{ name: 'Grouped', detail: expect.stringContaining('Round') }]);
    valueOf(await as('addLabelMembers', { label_id, member_ids: [alone?.schedule_id ?? 0] }));
    valueOf(await as('updateLabel', { label_id, name: 'Milk' }));
    expect(await namesBy({ label: 'Milk' }, route_id)).toEqual(['Alone', 'Grouped']);
    // What opened the form of the route before writes the group's new name over nobody.
    expect(valueOf(await as('getRoute', { route_id })).schedules.map(({ labels }) => labels)).toEqual([
      ['Milk'],
      ['Milk'],
    ]);
    const runs = valueOf(
      await as('getRouteRuns', {
        route_ids: [route_id],
        from: new Date(NOON).toISOString(),
        to: new Date(NOON + 2 * 86_400_000).toISOString(),
      }),
    ).runs;
    expect(runs.find((run) => run.schedule_key === 1)).toMatchObject({
      schedule_name: 'Grouped',
      schedule_labels: ['Milk'],
    });
  });

  it('of an account out of reach are neither seen nor paused', async () => {
    const { route_id } = await make({ name: 'Ours' });
    const [{ schedule_id }] = (await listed({})).filter((row) => row.route_id === route_id);
    const foreign = modules.as('multi', 'Rhein-Isar Kurier');
    expect(valueOf(await foreign('getScheduleList', { filters: { schedule_id } })).rows).toEqual([]);
    expect(await foreign('updateScheduleStatus', { schedule_ids: [schedule_id], status: 'paused' })).toMatchObject({
      ok: false,
    });
    expect(valueOf(await as('getRoute', { route_id })).schedules).toMatchObject([{ enabled: true }]);
  });
});
