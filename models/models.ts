import type { AnyStateMachine } from 'xstate';
import { accountSwitchModelMachine } from './accountSwitch.model.ts';
import { deliveryModel } from './delivery.model.ts';
import { alarmModel } from './alarm.model.ts';
import { deviceSetupModel } from './deviceSetup.model.ts';
import { drawingModel } from './drawing.model.ts';
import { invitationAnswerModel, invitationSendingModel } from './invitation.model.ts';
import { itemEditingModel } from './itemEditing.model.ts';
import { passwordResetModel } from './passwordReset.model.ts';
import { placeSearchModel } from './placeSearch.model.ts';
import { routeRunModel } from './routeRun.model.ts';
import { sessionModelMachine } from './session.model.ts';
import { setupModel } from './setup.model.ts';
import { shareModel } from './share.model.ts';
import { unitCreationModel } from './unitCreation.model.ts';
import { verificationModel } from './verification.model.ts';

/** How a workflow behaves, as a machine of its own: the events are what people and servers do. */
export interface BehaviourModel {
  /** What tests and tables call it. */
  readonly title: string;
  readonly machine: AnyStateMachine;
}

/** Every behaviour model, by its name in coverage/models.json. */
export const MODELS = {
  session: { title: 'Session model', machine: sessionModelMachine },
  passwordReset: { title: 'Password reset model', machine: passwordResetModel },
  verification: { title: 'Verification model', machine: verificationModel },
  accountSwitch: { title: 'Account switch model', machine: accountSwitchModelMachine },
  invitation: { title: 'Invitation model (receiver)', machine: invitationAnswerModel },
  invitationSending: { title: 'Invitation model (sender)', machine: invitationSendingModel },
  delivery: { title: 'Delivery model', machine: deliveryModel },
  deviceSetup: { title: 'Device setup model', machine: deviceSetupModel },
  drawing: { title: 'Drawing model', machine: drawingModel },
  itemEditing: { title: 'Item editing model', machine: itemEditingModel },
  placeSearch: { title: 'Search by place model', machine: placeSearchModel },
  alarm: { title: 'Alarm model', machine: alarmModel },
  routeRun: { title: 'Route run model', machine: routeRunModel },
  setup: { title: 'Setup model', machine: setupModel },
  share: { title: 'Location share model', machine: shareModel },
  unitCreation: { title: 'Unit creation model', machine: unitCreationModel },
} as const satisfies Record<string, BehaviourModel>;
