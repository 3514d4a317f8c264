import type { AnyStateMachine } from 'xstate';
import type { AccountId } from '../src/domain/base/index.ts';
import { createAccountSwitchMachine } from '../src/machines/accountSwitch/index.ts';
import { createDeviceSetupMachine } from '../src/machines/deviceSetup/index.ts';
import { createDrawingMachine } from '../src/machines/drawing/index.ts';
import { createInvitationAnswerMachine, createInvitationSendingMachine } from '../src/machines/invitation/index.ts';
import { createItemEditingMachine } from '../src/machines/itemEditing/index.ts';
import { createPasswordResetMachine } from '../src/machines/passwordReset/index.ts';
import { createPlaceSearchMachine } from '../src/machines/placeSearch/index.ts';
import { createPlaybackMachine } from '../src/machines/playback/index.ts';
import { createSessionMachine } from '../src/machines/session/index.ts';
import { createSetupMachine } from '../src/machines/setup/index.ts';
import { createCodeMachine } from '../src/machines/shared/index.ts';
import { createUnitCreationMachine } from '../src/machines/unitCreation/index.ts';

/** A chart is built without a word from its effects: they are asked when it runs. */
const none = {} as never;

/** Every statechart of the product, by its folder in `src/machines`; `verification` is the chart of `shared` itself. */
export const CHARTS: Readonly<Record<string, readonly AnyStateMachine[]>> = {
  accountSwitch: [createAccountSwitchMachine(none, 1 as AccountId)],
  deviceSetup: [createDeviceSetupMachine(none)],
  drawing: [createDrawingMachine()],
  invitation: [createInvitationAnswerMachine(none), createInvitationSendingMachine(none)],
  itemEditing: [createItemEditingMachine(none)],
  passwordReset: [createPasswordResetMachine(none)],
  placeSearch: [createPlaceSearchMachine(none)],
  playback: [createPlaybackMachine(none)],
  session: [createSessionMachine(none)],
  setup: [createSetupMachine(none)],
  shared: [createCodeMachine(none)],
  unitCreation: [createUnitCreationMachine(none)],
};

/** The events that a chart takes, without those that it sends to itself as time passes and effects answer. */
export const eventsOf = (chart: AnyStateMachine): string[] =>
  chart.events.filter((type) => type !== '' && !type.startsWith('xstate.'));
