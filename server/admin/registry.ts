import type { AdminCommand } from './command.ts';
import { rereadCommand } from './commands/reread.ts';
import { resetPasswordCommand } from './commands/resetPassword.ts';

/** The commands of `npm run admin`, as its help lists them. */
export const COMMANDS: readonly AdminCommand[] = [resetPasswordCommand, rereadCommand];
