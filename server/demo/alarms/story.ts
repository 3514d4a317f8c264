import {
  decide,
  dueAt,
  evolve,
  openedAlarm,
  type AlarmAct,
  type AlarmChange,
  type AlarmPolicy,
  type AlarmStatus,
  type Resolution,
} from '../../../src/domain/alarm/index.ts';
import type { Severity } from '../../../src/domain/alert/index.ts';
import { HOUR, MINUTE, type Instant } from '../../../src/domain/base/index.ts';
import type { Firing } from '../../../src/domain/detection/index.ts';
import type { CompanyKey } from '../companies.ts';
import { between, chance, hash } from '../random.ts';
import { wordsOf } from './words.ts';

/** Who handles the alarms of a company. */
export interface Handlers {
  readonly company: CompanyKey;
  readonly severity: Severity;
  readonly policy: AlarmPolicy;
  /** Numbers of people; there is one at least. */
  readonly people: readonly number[];
}

/** Something that happened to an alarm, and how often its rule had fired by then. */
interface StoryStep {
  readonly at: Instant;
  readonly by: number | null;
  readonly change: AlarmChange;
  readonly count: number;
}

/** One alarm from being raised until now. */
export interface Story {
  readonly firing: Firing;
  readonly status: AlarmStatus;
  readonly steps: readonly StoryStep[];
}

interface Planned {
  readonly at: Instant;
  readonly by: number | null;
  readonly act: AlarmAct;
}

/** Older alarms have been dealt with. */
const OLD = 34 * HOUR;

/** The alarms that one rule raised at one unit for one alert, by what it found in the order of time. */
export function storiesOf(firings: readonly Firing[], handlers: Handlers, now: Instant): Story[] {
  const stories: Story[] = [];
  for (let first = 0; first < firings.length;) {
    const alarm = new Handling(firings[first], handlers);
    let next = first + 1;
    for (; next < firings.length; next++) {
      alarm.passTo(firings[next].at);
      if (alarm.status.state === 'resolved') break;
      alarm.plan({ at: firings[next].at, by: null, act: { type: 'repeat', at: firings[next].at } });
      alarm.planEnd(firings[next]);
    }
    alarm.passTo(now);
    stories.push(alarm);
    first = next;
  }
  return stories;
}

/** What people and time do to an alarm, by the same decisions as in the product. */
class Handling implements Story {
  readonly firing: Firing;
  readonly steps: StoryStep[] = [];
  status: AlarmStatus;
  readonly #policy: AlarmPolicy;
  #planned: Planned[];

  constructor(firing: Firing, handlers: Handlers) {
    this.firing = firing;
    this.status = openedAlarm(firing.at, firing.at);
    this.#policy = handlers.policy;
    this.#planned = plannedActs(firing, handlers);
    this.planEnd(firing);
  }

  plan(planned: Planned): void {
    this.#planned = [...this.#planned, planned].toSorted((one, other) => one.at - other.at);
  }

  planEnd({ end }: Firing): void {
    if (end !== null) this.plan({ at: end, by: null, act: { type: 'clear', at: end } });
  }

  passTo(until: Instant): void {
    for (;;) {
      const [next] = this.#planned;
      const due = dueAt(this.status, this.#policy) ?? Number.POSITIVE_INFINITY;
      if (Math.min(due, next?.at ?? Number.POSITIVE_INFINITY) > until) return;
      if (next !== undefined && next.at <= due) {
        this.#planned = this.#planned.slice(1);
        this.#do(next);
      } else this.#do({ at: due, by: null, act: { type: 'tick' } });
    }
  }

  #do({ at, by, act }: Planned): void {
    const acting = { by, now: at };
    const decision = decide(this.status, this.#policy, act, acting);
    // People who come too late have nothing to do any more.
    if (!decision.ok) return;
    for (const change of decision.value) {
      this.status = evolve(this.status, change, acting);
      this.steps.push({ at, by, change, count: this.status.count });
    }
  }
}

/** What they do about an alarm: most are acknowledged in minutes and resolved in the hours after. */
function plannedActs(firing: Firing, { company, severity, policy, people }: Handlers): Planned[] {
  const seed = hash(firing.ruleId, Math.floor(firing.at / MINUTE));
  const draw = chance(seed, 1);
  const by = people[hash(seed, 2) % people.length];
  const other = people[hash(seed, 3) % people.length];
  const after = (from: Instant, shortest: number, longest: number, salt: number): Instant =>
    from + Math.floor(between(shortest, longest, seed, salt)) * MINUTE;
  const acknowledged = after(firing.at, 1, severity === 'critical' ? 12 : 50, 4);
  const commented = after(acknowledged, 2, 20, 5);
  const resolved = after(commented, 5, severity === 'critical' ? 100 : 200, 6);
  const words = wordsOf(company);
  const reason = REASONS[hash(seed, 7) % REASONS.length];
  const acts = {
    acknowledge: { at: acknowledged, by, act: { type: 'acknowledge' } },
    assign: { at: after(acknowledged, 1, 4, 8), by, act: { type: 'assign', userId: other, roleId: null } },
    comment: { at: commented, by: other, act: { type: 'comment', text: pick(words.comments, seed) } },
    snooze: { at: commented, by, act: { type: 'snooze', until: commented + 6 * HOUR } },
    resolve: { at: resolved, by: other, act: { type: 'resolve', reason, note: pick(words.notes[reason], seed) } },
    tidy: { at: firing.at + OLD, by, act: { type: 'resolve', reason: 'handled', note: '' } },
  } as const satisfies Record<string, Planned>;
  // Nobody looks after what ends by itself, but now and then.
  if (policy.auto_resolve) return draw < 0.3 ? [acts.acknowledge] : [];
  if (draw < 0.34) return [acts.acknowledge, ...(draw < 0.2 ? [acts.comment] : []), acts.resolve];
  if (draw < 0.5) return [acts.acknowledge, acts.comment, acts.tidy];
  if (draw < 0.64) return [acts.acknowledge, acts.assign, acts.comment, acts.tidy];
  return draw < 0.76 ? [acts.snooze, acts.tidy] : [acts.tidy];
}

const REASONS: readonly Resolution[] = ['handled', 'handled', 'handled', 'falseAlarm', 'planned', 'other'];

const pick = (texts: readonly string[], seed: number): string => texts[hash(seed, 9) % texts.length];
