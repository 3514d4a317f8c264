import { commandKey, commandTemplate, type CommandExecution, type ExecutionState } from '../../../domain/command/index.ts';
import { protocolOfModel } from '../../../domain/device/index.ts';
import type { StatusTone } from '../../../ui/index.ts';

/** Hue of a state of a command that was given. */
export const EXECUTION_TONES: Readonly<Record<ExecutionState, StatusTone>> = {
  queued: 'info', sent: 'info', answered: 'normal', refused: 'critical', timedOut: 'caution', cancelled: 'off', expired: 'off',
};

/** What a command that was given is called: by the library of the model, by its own code, or by what was sent. */
export function executionName({ code, text }: Pick<CommandExecution, 'code' | 'text'>, model: string, translate: (key: string) => string): string {
  const protocol = protocolOfModel(model);
  return protocol !== null && commandTemplate(protocol, code) !== undefined ? translate(commandKey(code)) : code || text;
}
