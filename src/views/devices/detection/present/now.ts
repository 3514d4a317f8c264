/** What a setting checks, as it is now, in words. */
export interface Now {
  readonly value: string;
  /** What the setting, as it is in the form, says of it; left out where it says nothing. */
  readonly verdict?: string;
  /** It meets the setting. */
  readonly holds?: boolean;
}

/** Of each setting, by its path in the form. */
export type NowOf = Readonly<Partial<Record<string, Now>>>;

export const NOTHING_NOW: NowOf = {};

/** Leaves out what there is nothing to say of. */
export function nowOf(lines: Readonly<Record<string, Now | null>>): NowOf {
  return Object.fromEntries(Object.entries(lines).filter((line): line is [string, Now] => line[1] !== null));
}
