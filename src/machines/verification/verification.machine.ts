import { createCodeMachine, type CodeEffects } from '../shared/index.ts';

/** What the statechart asks of the rest of the client, for an e-mail address or a mobile number. */
export type VerificationEffects = CodeEffects<unknown>;

/** Proves that an address is one's own (specification, chapter 2): the code itself is all there is to it. */
export const createVerificationMachine = (effects: VerificationEffects) => createCodeMachine<unknown>(effects);
