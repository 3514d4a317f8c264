import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { createPlaybackMachine, type PlaybackActions } from './playback.machine.ts';

function start() {
  const done: string[] = [];
  const actions: PlaybackActions = {
    play: (rate) => done.push(`play ${rate}`),
    pause: () => done.push('pause'),
    seek: (instant) => done.push(`seek ${instant}`),
    step: (milliseconds) => done.push(`step ${milliseconds}`),
    live: () => done.push('live'),
    setLoop: (loop) => done.push(loop ? `loop ${loop.from}-${loop.to}` : 'no loop'),
    closeFile: () => done.push('close file'),
  };
  const actor = createActor(createPlaybackMachine(actions)).start();
  done.length = 0;
  return { actor, done, state: () => actor.getSnapshot().value };
}

describe('playback', () => {
  it('leaves the present when the scrubber is dragged and stands where it is let go', () => {
    const { actor, done, state } = start();
    actor.send({ type: 'playback.drag', instant: 500 });
    actor.send({ type: 'playback.drag', instant: 400 });
    actor.send({ type: 'playback.release' });
    expect(state()).toBe('paused');
    expect(done.filter((act) => act !== 'pause')).toEqual(['seek 500', 'seek 400']);
  });

  it('goes on playing after a drag in the middle of playing', () => {
    const { actor, done, state } = start();
    actor.send({ type: 'playback.seek', instant: 100 });
    actor.send({ type: 'playback.setSpeed', speed: 60 });
    actor.send({ type: 'playback.play' });
    actor.send({ type: 'playback.drag', instant: 50 });
    actor.send({ type: 'playback.release' });
    expect(state()).toBe('playing');
    expect(done.at(-1)).toBe('play 60');
  });

  it('plays backwards, faster and slower within 1 to 1000', () => {
    const { actor, done } = start();
    actor.send({ type: 'playback.seek', instant: 100 });
    actor.send({ type: 'playback.setSpeed', speed: 5_000 });
    actor.send({ type: 'playback.reverse' });
    expect(done.at(-1)).toBe('play -1000');
    actor.send({ type: 'playback.faster' });
    expect(done.at(-1)).toBe('play -1000');
    actor.send({ type: 'playback.slower' });
    expect(done.at(-1)).toBe('play -600');
    actor.send({ type: 'playback.setSpeed', speed: 0 });
    expect(done.at(-1)).toBe('play -1');
  });

  it('becomes live when forward replay reaches the present', () => {
    const { actor, done, state } = start();
    actor.send({ type: 'playback.seek', instant: 100 });
    actor.send({ type: 'playback.play' });
    actor.send({ type: 'playback.reachedEnd' });
    expect(state()).toBe('live');
    expect(done.at(-1)).toBe('live');
  });

  it('goes round while a loop is set, and forgets it when live', () => {
    const { actor, done, state } = start();
    actor.send({ type: 'playback.seek', instant: 100 });
    actor.send({ type: 'playback.setLoop', loop: { from: 100, to: 200 } });
    actor.send({ type: 'playback.play' });
    actor.send({ type: 'playback.reachedEnd' });
    expect(state()).toBe('playing');
    actor.send({ type: 'playback.live' });
    expect(done.slice(-2)).toEqual(['no loop', 'live']);
  });

  it('shows a dropped file from its start, stands at its end, and closes it on the way back to now', () => {
    const { actor, done, state } = start();
    actor.send({
      type: 'playback.fileOpened',
      name: 'tour.gpx',
      span: { from: 10, to: 20 },
      leftOut: [{ key: 'file.zeroPosition', count: 3 }],
    });
    expect(actor.getSnapshot().context).toMatchObject({
      fileName: 'tour.gpx',
      fileLeftOut: [{ key: 'file.zeroPosition', count: 3 }],
    });
    expect(done).toContain('seek 10');
    actor.send({ type: 'playback.play' });
    actor.send({ type: 'playback.reachedEnd' });
    expect(state()).toBe('paused');
    actor.send({ type: 'playback.live' });
    expect(actor.getSnapshot().context).toMatchObject({ fileName: null, fileLeftOut: [] });
    expect(done).toContain('close file');
  });

  it('keeps what is shown when a file cannot be read, and says why', () => {
    const { actor, state } = start();
    actor.send({ type: 'playback.fileRefused', problem: { key: 'timeline.file.noTime', values: { line: 3 } } });
    expect(state()).toBe('live');
    expect(actor.getSnapshot().context.fileProblem).toEqual({ key: 'timeline.file.noTime', values: { line: 3 } });
  });

  it('keeps the file that is shown when the problem of another is dismissed', () => {
    const { actor, done, state } = start();
    actor.send({ type: 'playback.fileOpened', name: 'tour.gpx', span: { from: 10, to: 20 }, leftOut: [] });
    actor.send({ type: 'playback.fileRefused', problem: { key: 'file.noTimes', values: {} } });
    actor.send({ type: 'playback.problemDismissed' });
    expect([state(), actor.getSnapshot().context.fileProblem, actor.getSnapshot().context.fileName]).toEqual([
      'paused',
      null,
      'tour.gpx',
    ]);
    expect(done).not.toContain('close file');
  });
});
