import { fromIso, REPORT } from '../../../../src/domain/base/index.ts';
import { windowAt } from '../../../../src/domain/report/index.ts';
import { UNIT_EVENT_KINDS, type UnitEventKind } from '../../../../src/domain/unitEvent/index.ts';
import { readUnitEvents } from '../../shared/index.ts';
import { chunksOf, writeDays } from './days.ts';
import { FiguresByDay } from './figures.ts';
import { eachUnit, type Build } from './types.ts';

/** Everything that happened, and how often by unit and kind, and by day. */
export async function buildEvents(build: Build): Promise<void> {
  const { database, rows, form, accounts, placeOf } = build;
  const all = new FiguresByDay();
  await eachUnit(build, async ({ unitId, name, sight }) => {
    const counts = new Map<UnitEventKind, number>();
    for (const chunk of chunksOf(build)) {
      const read = await readUnitEvents(database, sight, chunk.interval, form.kinds, REPORT.found, accounts);
      if (read.truncated) rows.leaveOff('events');
      for (const event of read.events.toReversed()) {
        const at = fromIso(event.time);
        const window = windowAt(chunk.windows, at);
        if (window === null) continue;
        counts.set(event.kind, (counts.get(event.kind) ?? 0) + 1);
        all.of(window.day).events++;
        await rows.add('events', {
          unit_id: unitId,
          at,
          latitude: event.position?.latitude ?? null,
          longitude: event.position?.longitude ?? null,
          unit: name,
          kind: event.kind,
          start: at,
          detail: event.detail,
          place: placeOf(event.position),
          operator: event.driver,
        });
      }
    }
    for (const kind of UNIT_EVENT_KINDS) {
      const events = counts.get(kind);
      if (events !== undefined) await rows.add('units', { unit_id: unitId, unit: name, kind, events });
    }
  });
  await writeDays(build, all);
}
