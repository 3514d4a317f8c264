import type { ReactNode } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { UnitCreationEvent, UnitCreationMachine } from '../../../machines/unitCreation/index.ts';

/** What a step of the wizard is given. */
export interface StepProps {
  snapshot: SnapshotFrom<UnitCreationMachine>;
  send: (event: UnitCreationEvent) => void;
}

/** A step that can be left without a unit. */
export interface EarlyStepProps extends StepProps {
  actor: ActorRefFrom<UnitCreationMachine>;
  leave: ReactNode;
}

/** Once the answer is there: whether the unit exists. False too where the page was left meanwhile. */
export function isCreated(actor: ActorRefFrom<UnitCreationMachine>): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (snapshot: SnapshotFrom<UnitCreationMachine>): void => {
      if (!snapshot.hasTag('busy')) resolve(snapshot.hasTag('setup'));
    };
    actor.subscribe({ next: look, complete: () => resolve(actor.getSnapshot().context.unitId !== null) });
    look(actor.getSnapshot());
  });
}
