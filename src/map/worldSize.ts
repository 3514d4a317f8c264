/** Width of the whole world at zoom 0, CSS px. */
export const WORLD = 512;
