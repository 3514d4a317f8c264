import { SimulatedClock, createActor, type InspectionEvent } from 'xstate';
import { createSessionMachine, sessionView, type SessionEvent } from '../src/machines/session/index.ts';
import { stubEffects } from './session.answers.ts';
import { createStubDriver } from './session.driver.ts';

/** Where the session waits before it asks the server again. */
const WAITING = [{ token: 'waiting' }, { permissions: 'waiting' }] as const;

/** The real statechart with stubbed effects and a clock that is moved by hand. */
export function createStubbedSession(inspect?: (event: InspectionEvent) => void) {
  const { effects, answers, done } = stubEffects();
  const clock = new SimulatedClock();
  const machine = createSessionMachine(effects);
  const makeActor = () => createActor(machine, { clock, ...(inspect ? { inspect } : {}) });
  let actor = makeActor();
  const view = () => sessionView(actor.getSnapshot());
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  /** Lets promises settle; delays that the user would wait for are passed. */
  const settle = async () => {
    for (let round = 0; round < 6; round++) {
      await turn();
      const snapshot = actor.getSnapshot();
      if (snapshot.matches('leaving')) clock.increment(500);
      else if (snapshot.matches({ signedIn: { permissions: 'reloading' } })) clock.increment(2_000);
      else if (WAITING.some((region) => snapshot.matches({ signedIn: region }))) clock.increment(500);
    }
  };
  const act = async (event: SessionEvent) => {
    actor.send(event);
    await settle();
  };
  const restart = async () => {
    actor.stop();
    actor = makeActor();
    actor.start();
    await settle();
  };
  return {
    answers,
    done,
    view,
    settle,
    act,
    clock,
    restart,
    get actor() {
      return actor;
    },
    async start() {
      actor.start();
      await settle();
    },
    stop: () => void actor.stop(),
    driver: createStubDriver({ answers, done, view, act, restart }),
  };
}
