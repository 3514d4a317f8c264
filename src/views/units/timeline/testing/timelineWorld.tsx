import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { HOUR, type Instant, type Interval } from '../../../../domain/base/index.ts';
import type { LanguageCode } from '../../../../i18n/index.ts';
import type { PlaybackEvent } from '../../../../machines/playback/index.ts';
import type { Presence } from '../../../../streams/types.ts';
import type { TimelineState } from '../../../shared/services/fleet.ts';
import { useStore, type ReadableStore } from '../../../shared/services/store.ts';
import type { FakeAnswers, FakeCalls } from '../../../shared/testing/services.ts';
import { renderInWorld } from '../../../shared/testing/world.tsx';
import { Timeline, type TimelineProps } from '../index.ts';

/** The instant at which the timelines of tests stand. */
export const NOW = Date.UTC(2026, 10, 21, 12);
/** Width of the ruler of tests in px; it begins at 100. */
export const RULER_WIDTH = 1_000;

interface WritableStore<Value> extends ReadableStore<Value> {
  set(value: Value): void;
}

function store<Value>(initial: Value): WritableStore<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => current,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
  };
}

export const LIVE: TimelineProps['playback'] = { state: 'live', speed: 1, direction: 1, loop: null, fileName: null };
export const at = (instant: Instant, mode: TimelineState['mode'] = 'paused'): TimelineState => ({
  instant,
  mode,
  rate: 1,
});

export interface Shown {
  sent: PlaybackEvent[];
  timeline: WritableStore<TimelineState>;
  presence: WritableStore<Presence>;
  span: WritableStore<Interval>;
  replace(part: Partial<TimelineProps>): void;
  container: HTMLElement;
  /** The server that the timeline asks. */
  server: FakeCalls;
}

/** Shows a timeline over stores of its own. */
export async function show(
  part: Partial<TimelineProps> = {},
  instant: Instant = NOW,
  language: LanguageCode = 'en',
  answers: FakeAnswers = {},
): Promise<Shown> {
  const sent: PlaybackEvent[] = [];
  const timeline = store(at(instant));
  const presence = store<Presence>({ state: 'live' });
  const span = store<Interval>({ from: NOW - 3 * HOUR, to: NOW });
  const still: TimelineProps = {
    playback: LIVE,
    send: (event) => sent.push(event),
    timeline,
    span,
    presence,
    chartUnits: [],
    charts: [],
    onCharts: (charts) => shown.set({ ...shown.getSnapshot(), charts }),
    onGhosts: vi.fn(),
    now: () => NOW,
    laneUnits: [],
    unitZone: null,
    track: () => Promise.reject(new Error('no chart was expected')),
    trails: 'off',
    onTrails: vi.fn(),
    refused: false,
    onRefused: vi.fn(),
    units: 'all',
    onUnits: vi.fn(),
    selectedCount: 2,
    isBeside: false,
    onBeside: vi.fn(),
    onFile: vi.fn(),
    exporter: { busy: false, count: 0, save: vi.fn() },
    wanted: null,
    onVisible: vi.fn(),
    ...part,
  };
  const shown = store(still);
  function Holder(): ReactNode {
    return <Timeline {...useStore(shown)} />;
  }
  const { container, server } = await renderInWorld(<Holder />, {
    language,
    answers,
    session: { permissions: { units: ['st', 'se'] } },
  });
  return {
    sent,
    timeline,
    presence,
    span,
    container,
    server,
    replace: (next) => act(() => shown.set({ ...shown.getSnapshot(), ...next })),
  };
}

export const slider = (): HTMLElement => screen.getByRole('slider', { name: 'Shown time' });
export const ruler = (): HTMLElement => screen.getByTestId('timeline-ruler');
export const press = (name: string | RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }));
export const visible = (): Interval => ({
  from: Number(slider().getAttribute('aria-valuemin')),
  to: Number(slider().getAttribute('aria-valuemax')),
});
export const paused = { ...LIVE, state: 'paused' } as const;

/** Timers that stand until a test moves them, and a ruler that has a width. */
export function withTimeline(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
      DOMRect.fromRect({ x: 100, y: 0, width: RULER_WIDTH, height: 40 }),
    );
    HTMLElement.prototype.setPointerCapture = () => undefined;
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}
