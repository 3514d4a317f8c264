import {
  commandKey,
  commandTemplate,
  type CommandExecution,
  type ExecutionState,
} from '../../../domain/command/index.ts';
import { protocolOfModel } from '../../../domain/device/index.ts';
import type { StatusTone } from '../../../ui/index.ts';

/** Hue of a state of a command that was given. */
export const EXECUTION_TONES: Readonly<Record<ExecutionState, StatusTone>> = {
  queued: 'info',
  sent: 'info',
  answered: 'normal',
  refused: 'critical',
  timedOut: 'caution',
  cancelled: 'off',
  expired: 'off',
};

/** What a command that was given is called: by the library of the model, by its own code, or by what was sent. */
export function executionName(
  { code, text }: Pick<CommandExecution, 'code' | 'text'>,
  model: string,
  translate: (key: string) => string,
): string {
  const protocol = protocolOfModel(model);
  return protocol !== null && commandTemplate(protocol, code) !== undefined
    ? translate(commandKey(code))
    : code || text;
}

/** How the protocol words what a JT/T 808 terminal answers in 0001. */
const JT808_RESULT = /^result=(\d{1,3})$/;
const JT808_REFUSALS: Readonly<Record<string, string>> = { 2: 'broken', 3: 'unknown' };

/** What came back: the device's own words, or in the reader's language why it was refused where no words came. */
export function executionAnswer(
  { state, answer }: Pick<CommandExecution, 'state' | 'answer'>,
  model: string,
  translate: (key: string, values: Record<string, string>) => string,
): string {
  if (state !== 'refused') return answer;
  if (answer === 'unsupported') return translate('executionRefusals.unsupported', {});
  const result = protocolOfModel(model) === 'jt808' ? JT808_RESULT.exec(answer)?.[1] : undefined;
  return result === undefined
    ? answer
    : translate(`executionRefusals.${JT808_REFUSALS[result] ?? 'failed'}`, { result });
}
