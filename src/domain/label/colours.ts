import { ACCOUNT_THEMES } from '../account/index.ts';

/** Colours of groups: those of the themes, and the one of groups that nobody gave a colour. */
export const LABEL_COLOURS = [...ACCOUNT_THEMES, 'gray'] as const;
export type LabelColour = (typeof LABEL_COLOURS)[number];
