import type { LiveCursor, LiveEvent } from '../../src/api/contract/index.ts';
import { MINUTE, type AccountId } from '../../src/domain/base/index.ts';
import { frameTime, readFrame, type Position } from '../../src/domain/telemetry/index.ts';
import { FeedHub } from '../../server/feeds/hub.ts';
import { Viewer } from '../../server/feeds/viewer.ts';
import { START, type TestApi } from './api.ts';

/** A window of the account: rows and events as they come. */
export function openFeedWindow(
  hub: FeedHub,
  directory: Pick<TestApi['directory'], 'scopeOf'>,
  account: number,
  cursor?: LiveCursor,
) {
  const seen = { rows: [] as [number, number][], events: [] as LiveEvent[], details: [] as Position[] };
  const wire = {
    ready: () => undefined,
    place: () => undefined,
    readAgain: () => undefined,
    refuse: () => undefined,
    waiting: () => 0,
    frame(bytes: ArrayBuffer) {
      const frame = readFrame(bytes);
      for (let row = 0; row < frame.count; row++)
        seen.rows.push([frame.ids[row], (frameTime(frame, row) - START) / MINUTE]);
    },
    events: (events: LiveEvent[]) => void seen.events.push(...events),
    alarmViewers: () => undefined,
    details: (positions: Position[]) => void seen.details.push(...positions),
  };
  const scope = directory.scopeOf(account as AccountId);
  const viewer = new Viewer(wire, 'token', account, {
    sessionId: 1,
    userId: 1,
    scope,
    reach: scope,
    permissions: { units: ['r', 'ar'] },
  });
  hub.join(viewer, cursor);
  return {
    ...seen,
    viewer,
    clear: () => void [seen.rows, seen.events, seen.details].forEach((list) => (list.length = 0)),
  };
}
