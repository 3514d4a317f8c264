import { boolean, number, object, type InferType } from 'yup';
import { LENGTH, optionalText, requiredText, textLine, type CommandId, type DeviceId } from '../base/index.ts';
import type { ExecutionState } from './execution.ts';

/** A command that a device keeps ready, as the wire shows it. */
export interface DeviceCommand {
  readonly command_id: CommandId;
  readonly device_id: DeviceId;
  /** What people call it; unique in its device. */
  readonly code: string;
  readonly description: string;
  /** What is sent, in the words of the device's protocol. */
  readonly text: string;
}

/** One sending of a command, and what came of it: a line of the command log. */
export interface CommandExecution {
  readonly execution_id: number;
  readonly device_id: DeviceId;
  readonly code: string;
  readonly text: string;
  readonly state: ExecutionState;
  /** How often it was sent. */
  readonly attempts: number;
  /** What the device said; empty while it said nothing. */
  readonly answer: string;
  readonly requested_by: string;
  /** ISO 8601 UTC. */
  readonly queued_at: string;
  readonly sent_at: string | null;
  readonly finished_at: string | null;
  /**
   * It is dangerous, and its device came less than a minute ago or from another address: from this one. It waits for
   * a confirmation.
   */
  readonly awaits_address: string | null;
}

/** Control characters would end the frame that carries the text. */
const PRINTABLE = /^\P{Cc}*$/u;

const commandText = () => requiredText(LENGTH.commandText).matches(PRINTABLE, 'validation.commandText');

/** A command as the form holds it and the server takes it (specification, chapter 3). */
export const deviceCommandSchema = object({
  code: requiredText(LENGTH.commandCode),
  description: optionalText(LENGTH.description),
  text: commandText(),
});
export type DeviceCommandForm = InferType<typeof deviceCommandSchema>;

/** A command to be sent. `confirmed` says that the person was asked twice, which a dangerous one needs. */
export const executeCommandSchema = object({
  device_id: number().integer().positive().required('validation.required'),
  code: textLine().max(LENGTH.commandCode.max, 'validation.maxLength').default(''),
  text: commandText(),
  confirmed: boolean().default(false),
});
