import { withoutCommandPassword } from '../command/index.ts';

/** What holds the text of a command, or what a device said to it. */
const COMMANDS: ReadonlySet<string> = new Set(['text', 'answer']);
/** Names of values that never leave the server; a password's policy is no password. */
const SECRET = /password(?!_policy)|secret|token|hash|otp|recovery/i;

/**
 * The data of an event without anything that is named like a secret, at any depth. Events are
 * written without secrets; this keeps a mistake there from reaching the audit.
 */
export function withoutSecrets(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data)
      .filter(([name]) => !SECRET.test(name))
      .map(([name, value]) => [
        name,
        typeof value === 'string' && COMMANDS.has(name) ? withoutCommandPassword(value) : cleaned(value),
      ]),
  );
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  return typeof value === 'object' && value !== null ? withoutSecrets(value as Record<string, unknown>) : value;
}
