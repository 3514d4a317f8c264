import type { AdminCommand } from './command.ts';
import { backupCommand } from './commands/backup.ts';
import { checkCommand } from './commands/check.ts';
import { forgetSealedCommand } from './commands/forgetSealed.ts';
import { rereadCommand } from './commands/reread.ts';
import { resetPasswordCommand } from './commands/resetPassword.ts';
import { restoreCommand } from './commands/restore.ts';

/** The commands of `npm run admin`, as its help lists them. */
export const COMMANDS: readonly AdminCommand[] = [
  resetPasswordCommand,
  backupCommand,
  restoreCommand,
  checkCommand,
  rereadCommand,
  forgetSealedCommand,
];
