import { COMMANDS, initialValues, parameterProblem, type CommandTemplate } from '../command/index.ts';

/** True where a command needs nothing that only a person knows at the moment of sending. */
const isComplete = (template: CommandTemplate): boolean => {
  const values = initialValues(template);
  return template.parameters.every((parameter) => parameterProblem(parameter, values[parameter.name]) === null);
};

const complete = Object.values(COMMANDS).flat().filter(isComplete);

/** Codes that mean the same in the library of every protocol that has them, and that can be sent as they are. */
export const SENDABLE_COMMANDS: readonly string[] = [...new Set(complete.map(({ code }) => code))].toSorted();

/** True for a command that may stop a vehicle or lose the device in one of the protocols. */
export const isDangerousCode = (code: string): boolean =>
  complete.some((template) => template.code === code && template.dangerous);
