/** By which a message reaches a person. */
export const PERSONAL_CHANNELS = ['push', 'email', 'sms'] as const;
export type PersonalChannel = (typeof PERSONAL_CHANNELS)[number];
