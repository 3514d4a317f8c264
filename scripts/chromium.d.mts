/** Path of a Chromium that is there, or null. */
export function findChromium(): Promise<string | null>;
/** Path of a Chromium without the window around pages, or null. */
export function findHeadlessShell(): string | null;
/** One that is there, or fetched; null when none can be had. */
export function ensureChromium(): Promise<string | null>;
/** One that is there, or from the system's package manager; null when it may not be used or has none. */
export function installChromium(): Promise<string | null>;
