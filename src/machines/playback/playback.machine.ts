import { assign, enqueueActions, setup } from 'xstate';
import { MAXIMUM_PLAYBACK_SPEED, PLAYBACK_SPEEDS, type Instant, type Interval } from '../../domain/base/index.ts';

/**
 * What may happen next on the timeline (specification, chapter 9: "speed control 1000").
 * The machine decides; the clock, which it reaches through {@link PlaybackActions}, holds the time.
 */
interface PlaybackContext {
  /** Chosen speed, 1 to 1000; the sign of the motion is `direction`. */
  readonly speed: number;
  readonly direction: 1 | -1;
  /** Interval that playing repeats; null = it runs on. */
  readonly loop: Interval | null;
  /** Name of the dropped file while one is shown. */
  readonly fileName: string | null;
  /** Why the last file could not be read: an i18n key with its values. */
  readonly fileProblem: FileProblem | null;
  /** What of the shown file was left out, and why. */
  readonly fileLeftOut: readonly FileLeftOut[];
}

export interface FileProblem {
  readonly key: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** How many positions were left out for a reason. */
export interface FileLeftOut {
  /** Names the reason, as a problem's key does. */
  readonly key: string;
  readonly count: number;
}

export type PlaybackEvent =
  | { type: 'playback.play' }
  | { type: 'playback.pause' }
  | { type: 'playback.toggle' }
  | { type: 'playback.reverse' }
  | { type: 'playback.faster' }
  | { type: 'playback.slower' }
  | { type: 'playback.setSpeed'; speed: number }
  /** The scrubber is held: time follows the hand. */
  | { type: 'playback.grab' }
  | { type: 'playback.drag'; instant: Instant }
  | { type: 'playback.release' }
  | { type: 'playback.seek'; instant: Instant }
  | { type: 'playback.step'; milliseconds: number }
  | { type: 'playback.setLoop'; loop: Interval | null }
  | { type: 'playback.live' }
  /** The clock ran into the present while replaying forwards, or into the end of a file. */
  | { type: 'playback.reachedEnd' }
  | { type: 'playback.fileOpened'; name: string; span: Interval; leftOut: readonly FileLeftOut[] }
  | { type: 'playback.fileRefused'; problem: FileProblem }
  | { type: 'playback.problemDismissed' }
  | { type: 'playback.fileClosed' };

/** What the machine asks of the clock and the sources; `app` provides it. */
export interface PlaybackActions {
  play(rate: number): void;
  pause(): void;
  seek(instant: Instant): void;
  step(milliseconds: number): void;
  live(): void;
  setLoop(loop: Interval | null): void;
  closeFile(): void;
}

const NOTHING: readonly FileLeftOut[] = [];

const stepSpeed = (speed: number, by: 1 | -1): number => {
  const speeds: readonly number[] = PLAYBACK_SPEEDS;
  const next = by === 1 ? speeds.find((other) => other > speed) : speeds.findLast((other) => other < speed);
  return next ?? speed;
};

/** The playback workflow around one clock. */
export function createPlaybackMachine(actions: PlaybackActions) {
  return setup({
    types: { context: {} as PlaybackContext, events: {} as PlaybackEvent },
    actions: {
      play: ({ context }) => actions.play(context.speed * context.direction),
      pause: () => actions.pause(),
      goLive: () => actions.live(),
      applyLoop: ({ context }) => actions.setLoop(context.loop),
      seek: ({ event }) => {
        if (event.type === 'playback.seek' || event.type === 'playback.drag') actions.seek(event.instant);
        if (event.type === 'playback.fileOpened') actions.seek(event.span.from);
      },
      step: ({ event }) => {
        if (event.type === 'playback.step') actions.step(event.milliseconds);
      },
      closeFile: enqueueActions(({ context, enqueue }) => {
        if (context.fileName === null) return;
        enqueue(() => actions.closeFile());
        enqueue.assign({ fileName: null, fileLeftOut: NOTHING });
      }),
      rememberFile: assign(({ event }) =>
        event.type === 'playback.fileOpened'
          ? { fileName: event.name, fileProblem: null, fileLeftOut: event.leftOut, loop: null }
          : {},
      ),
      rememberProblem: assign(({ event }) =>
        event.type === 'playback.fileRefused' ? { fileProblem: event.problem } : {},
      ),
      forgetProblem: assign({ fileProblem: null }),
      forgetLoop: assign({ loop: null }),
      setLoop: assign(({ event }) => (event.type === 'playback.setLoop' ? { loop: event.loop } : {})),
      setSpeed: assign(({ context, event }) => {
        if (event.type === 'playback.faster') return { speed: stepSpeed(context.speed, 1) };
        if (event.type === 'playback.slower') return { speed: stepSpeed(context.speed, -1) };
        if (event.type !== 'playback.setSpeed') return {};
        return { speed: Math.min(MAXIMUM_PLAYBACK_SPEED, Math.max(1, event.speed)) };
      }),
      reverse: assign(({ context }) => ({ direction: context.direction === 1 ? -1 : 1 }) as const),
      forwards: assign({ direction: 1 }),
    },
    guards: {
      isLooping: ({ context }) => context.loop !== null,
      showsFile: ({ context }) => context.fileName !== null,
    },
  }).createMachine({
    id: 'playback',
    context: { speed: 1, direction: 1, loop: null, fileName: null, fileProblem: null, fileLeftOut: NOTHING },
    initial: 'live',
    on: {
      'playback.setSpeed': { actions: 'setSpeed' },
      'playback.faster': { actions: 'setSpeed' },
      'playback.slower': { actions: 'setSpeed' },
      'playback.setLoop': { actions: ['setLoop', 'applyLoop'] },
      'playback.live': { target: '.live', actions: 'closeFile' },
      'playback.fileOpened': { target: '.paused', actions: ['rememberFile', 'applyLoop', 'seek'] },
      'playback.fileRefused': { actions: 'rememberProblem' },
      'playback.problemDismissed': { actions: 'forgetProblem' },
      'playback.fileClosed': { target: '.live', actions: ['forgetProblem', 'closeFile'] },
    },
    states: {
      /** Time flows as it happens. */
      live: {
        tags: 'live',
        entry: ['forwards', 'forgetLoop', 'applyLoop', 'goLive'],
        on: {
          'playback.pause': 'paused',
          'playback.toggle': 'paused',
          'playback.grab': 'scrubbing',
          'playback.drag': { target: 'scrubbing', actions: 'seek' },
          'playback.seek': { target: 'paused', actions: 'seek' },
          'playback.step': { target: 'paused', actions: 'step' },
          // Playing backwards from the present leaves it; forwards it is already as fast as time.
          'playback.reverse': { target: 'playing', actions: 'reverse' },
        },
      },
      /** One instant, standing still. */
      paused: {
        tags: 'replay',
        entry: 'pause',
        on: {
          'playback.play': 'playing',
          'playback.toggle': 'playing',
          'playback.reverse': { target: 'playing', actions: 'reverse' },
          'playback.grab': 'scrubbing',
          'playback.drag': { target: 'scrubbing', actions: 'seek' },
          'playback.seek': { actions: 'seek' },
          'playback.step': { actions: 'step' },
        },
      },
      /** Recorded time flows at the chosen speed, forwards or backwards. */
      playing: {
        tags: 'replay',
        entry: 'play',
        on: {
          'playback.pause': 'paused',
          'playback.toggle': 'paused',
          'playback.reverse': { target: 'playing', reenter: true, actions: 'reverse' },
          'playback.setSpeed': { target: 'playing', reenter: true, actions: 'setSpeed' },
          'playback.faster': { target: 'playing', reenter: true, actions: 'setSpeed' },
          'playback.slower': { target: 'playing', reenter: true, actions: 'setSpeed' },
          'playback.grab': 'scrubbing.resuming',
          'playback.drag': { target: 'scrubbing.resuming', actions: 'seek' },
          'playback.seek': { actions: 'seek' },
          'playback.step': { target: 'paused', actions: 'step' },
          'playback.reachedEnd': [{ guard: 'isLooping' }, { guard: 'showsFile', target: 'paused' }, { target: 'live' }],
        },
      },
      /** The hand is on the scrubber; what was before comes back when it lets go. */
      scrubbing: {
        tags: 'replay',
        entry: 'pause',
        initial: 'standing',
        on: { 'playback.drag': { actions: 'seek' } },
        states: {
          standing: { on: { 'playback.release': '#playback.paused' } },
          resuming: { on: { 'playback.release': '#playback.playing' } },
        },
      },
    },
  });
}

export type PlaybackMachine = ReturnType<typeof createPlaybackMachine>;
