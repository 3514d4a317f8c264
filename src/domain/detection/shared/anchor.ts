import type { Instant } from '../../base/index.ts';

/** A state to go back to: nothing that was reported after `time` has a part in it. */
export interface Anchor<State> {
  readonly time: Instant;
  readonly state: State;
}
