import { produce } from 'immer';
import { BehaviorSubject, Subject, distinctUntilChanged, map, scan, share } from 'rxjs';
import { readFrame } from '../../src/domain/telemetry/index.ts';
import { LiveFold } from '../../src/streams/sources/live/liveFold.ts';
import { EPOCH, courseOf, frameBytes, latitudeOf, longitudeOf, timeOf } from '../pages/world.ts';
import { median } from '../support/median.ts';
import { type Table } from '../support/table.ts';

const UNITS = 10_000;

/** A message as it comes out of a parser, few fields: what a subscriber of positions needs. */
interface Message {
  readonly unitId: number;
  readonly time: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly speed: number;
  readonly course: number;
}

interface Method {
  /** What arrives in a round, made before the clock runs. */
  prepare(round: number): () => void;
  /** Units that stand where the round's messages say. */
  arrived(round: number): number;
}

function messagesOf(round: number): Message[] {
  return Array.from({ length: UNITS }, (_, unit) => ({
    unitId: unit + 1,
    time: timeOf(round),
    longitude: longitudeOf(unit, round),
    latitude: latitudeOf(unit, round),
    speed: 60,
    course: courseOf(unit, round),
  }));
}

/** A subject a unit; its newest message by time is shared by a mark and by a status that seldom changes. */
function streamPerUnit(): Method {
  const subjects = new Map<number, Subject<Message>>();
  const marks = new Map<number, Message>();
  const statuses = new Map<number, string>();
  for (let unitId = 1; unitId <= UNITS; unitId++) {
    const subject = new Subject<Message>();
    const newest = subject.pipe(
      scan((before, next) => (next.time > before.time ? next : before)),
      share(),
    );
    newest.subscribe((message) => marks.set(unitId, message));
    newest
      .pipe(
        map(({ speed }) => (speed > 0 ? 'moving' : 'parked')),
        distinctUntilChanged(),
      )
      .subscribe((status) => statuses.set(unitId, status));
    subjects.set(unitId, subject);
  }
  return {
    prepare(round) {
      const messages = messagesOf(round);
      return () => messages.forEach((message) => subjects.get(message.unitId)?.next(message));
    },
    arrived: (round) => [...marks.values()].filter(({ time }) => time === timeOf(round)).length,
  };
}

type Positions = Readonly<Record<number, Message>>;

/** One stream of messages, scanned into a new state for each of them. */
function immutableFold(fold: (positions: Positions, message: Message) => Positions): Method {
  const messages = new Subject<Message>();
  const positions = new BehaviorSubject<Positions>({});
  messages.pipe(scan(fold, positions.value)).subscribe(positions);
  return {
    prepare(round) {
      const all = messagesOf(round);
      return () => all.forEach((message) => messages.next(message));
    },
    arrived: (round) => Object.values(positions.value).filter(({ time }) => time === timeOf(round)).length,
  };
}

/** The live feed's way: the stream carries frames, and each is folded into the fleet's columns. */
function frames(): Method {
  const arrivals = new Subject<{ readonly bytes: ArrayBuffer; readonly now: number }>();
  const fold = new LiveFold(EPOCH);
  fold.begin({ epoch: 'bench', sequence: 0, resumed: false, serverTime: EPOCH });
  arrivals.subscribe(({ bytes, now }) => fold.fold(readFrame(bytes), now));
  return {
    prepare(round) {
      const bytes = frameBytes(UNITS, 1, round, round === 1 ? 'snapshot' : 'changes');
      return () => arrivals.next({ bytes, now: timeOf(round) });
    },
    arrived: (round) =>
      Array.from({ length: UNITS }, (_, unit) => fold.fleet.times[fold.fleet.slotOf(unit + 1)]).filter(
        (time) => time === timeOf(round),
      ).length,
  };
}

/** CPU milliseconds of a round, the engine's helpers included: the median after a few that warm. */
function measure(method: Method, warming: number, rounds: number): number {
  const costs: number[] = [];
  for (let round = 1; round <= warming + rounds; round++) {
    const run = method.prepare(round);
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    if (method.arrived(round) !== UNITS) throw new Error('Positions are missing');
    if (round > warming) costs.push((user + system) / 1_000);
  }
  return median(costs);
}

/** 10,000 positions through RxJS: what it carries decides what it costs. */
export function clientRx(): Promise<Table[]> {
  const ours = measure(frames(), 10, 60);
  const row = (measured: string, usual: number, note: string) => ({ measure: measured, usual, ours, unit: 'ms', note });
  return Promise.resolve([
    {
      title: '10,000 positions through RxJS, CPU of one thread',
      rows: [
        row(
          'one frame, beside a stream a unit',
          measure(streamPerUnit(), 5, 30),
          "theirs: messages parsed already, a subject a unit with scan, share, two subscribers; ours: from the frame's bytes into the fleet's columns, newest fix and glide included",
        ),
        row(
          'one frame, beside an immutable fold by spread',
          measure(
            immutableFold((positions, message) => ({ ...positions, [message.unitId]: message })),
            3,
            5,
          ),
          'a new record of all units for every message',
        ),
        row(
          'one frame, beside an immutable fold with immer',
          measure(
            immutableFold((positions, message) =>
              produce(positions, (draft) => void ((draft as Record<number, Message>)[message.unitId] = message)),
            ),
            1,
            1,
          ),
          'as immer comes, freezing included',
        ),
      ],
    },
  ]);
}
