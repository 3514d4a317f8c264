import { describe, expect, it } from 'vitest';
import type { AlarmViewers } from '../../src/api/contract/index.ts';
import type { Permissions } from '../../src/domain/access/index.ts';
import type { AccountId } from '../../src/domain/base/index.ts';
import { AlarmPresence, type SeenAlarm } from './alarmPresence.ts';
import { Viewer } from './viewer.ts';

const [NORTH, SOUTH] = [1, 2] as AccountId[];
const NAMES = new Map([
  [11, 'Dana Reyes'],
  [12, 'Omid Sharifi'],
]);

function world(lookUp?: (alarmId: number) => Promise<SeenAlarm | null>) {
  const viewers: Viewer[] = [];
  const presence = new AlarmPresence({
    lookUp: (session, alarmId) =>
      lookUp?.(alarmId) ??
      Promise.resolve(alarmId < 100 ? { accountId: NORTH, name: NAMES.get(session.userId) ?? '' } : null),
    forEachViewer: (visit) => viewers.forEach(visit),
    logger: { warn: () => undefined },
  });
  const connect = (userId: number, account = NORTH, permissions: Permissions = { alert: ['r'] }) => {
    const heard: AlarmViewers[][] = [];
    const nothing = (): void => undefined;
    const viewer = new Viewer(
      {
        ready: nothing,
        frame: nothing,
        events: nothing,
        place: nothing,
        readAgain: nothing,
        details: nothing,
        refuse: nothing,
        waiting: () => 0,
        alarmViewers: (alarms) => heard.push(alarms),
      },
      'token',
      account,
      { sessionId: userId, userId, scope: [account], reach: [account], permissions },
    );
    viewers.push(viewer);
    return { viewer, heard, last: () => heard.at(-1) };
  };
  return { presence, connect };
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const DANA = { user_id: 11, name: 'Dana Reyes' };

describe('who looks at an alarm', () => {
  it('is heard by those who may read it, whoever comes later included, and ends with the connection', async () => {
    const { presence, connect } = world();
    const dana = connect(11);
    const omid = connect(12);
    const stranger = connect(13, SOUTH);
    const blind = connect(14, NORTH, { units: ['r'] });
    presence.view(dana.viewer, 7);
    await settled();
    expect(omid.last()).toEqual([{ alarm_id: 7, people: [DANA] }]);
    const late = connect(12);
    presence.greet(late.viewer);
    expect(late.heard).toEqual([[{ alarm_id: 7, people: [DANA] }]]);
    presence.view(dana.viewer, 8);
    await settled();
    expect(omid.heard.slice(1)).toEqual([[{ alarm_id: 7, people: [] }], [{ alarm_id: 8, people: [DANA] }]]);
    presence.leave(dana.viewer);
    expect(omid.last()).toEqual([{ alarm_id: 8, people: [] }]);
    expect([stranger.heard, blind.heard]).toEqual([[], []]);
  });

  it('counts a person with two windows once, until both are closed', async () => {
    const { presence, connect } = world();
    const [first, second, omid] = [connect(11), connect(11), connect(12)];
    presence.view(first.viewer, 7);
    presence.view(second.viewer, 7);
    await settled();
    expect(omid.last()).toEqual([{ alarm_id: 7, people: [DANA] }]);
    presence.leave(first.viewer);
    expect(omid.last()).toEqual([{ alarm_id: 7, people: [DANA] }]);
    presence.view(second.viewer, null);
    await settled();
    expect(omid.last()).toEqual([{ alarm_id: 7, people: [] }]);
  });

  it('says nothing of alarms that one may not see', async () => {
    const { presence, connect } = world();
    const [dana, omid, blind] = [connect(11), connect(12), connect(14, NORTH, { units: ['r'] })];
    presence.view(dana.viewer, 100);
    presence.view(blind.viewer, 7);
    await settled();
    expect(omid.heard).toEqual([]);
  });

  it('goes by the last alarm where one is passed by before it was looked up, and by none where one left', async () => {
    const answers: ((seen: SeenAlarm) => void)[] = [];
    const { presence, connect } = world(() => new Promise((resolve) => answers.push(resolve)));
    const [dana, omid] = [connect(11), connect(12)];
    const answer = async (): Promise<void> => {
      answers.shift()?.({ accountId: NORTH, name: 'Dana Reyes' });
      await settled();
    };
    presence.view(dana.viewer, 7);
    presence.view(dana.viewer, 8);
    await answer();
    expect(omid.heard).toEqual([]);
    await answer();
    expect(omid.heard).toEqual([[{ alarm_id: 8, people: [DANA] }]]);
    presence.view(dana.viewer, 9);
    presence.leave(dana.viewer);
    await answer();
    expect(omid.last()).toEqual([{ alarm_id: 8, people: [] }]);
  });
});
