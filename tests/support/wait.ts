/** How long a test waits for what is to come by itself, in milliseconds. */
export const WAIT = 15_000;
