import type { Screen } from '../../shared/address/screen.ts';
import { MODE_PLACES, OFFERED_MODES, UNIT_MODES } from '../../shared/unit/unitModes.ts';

/** A line of the search that is no thing: a screen to go to, or something to do. */
export interface Command {
  readonly id: string;
  readonly kind: 'screen' | 'act';
  readonly title: string;
  /** Where it belongs, for example the part of the menu; may be empty. */
  readonly detail: string;
  /** A screen's path; null where `run` does it. */
  readonly path: string | null;
  readonly run: (() => void) | null;
}

/** Lines that are listed of each sort at most. */
const MOST = 6;

/** The commands whose title or place holds all words; those whose title begins so come first. */
export function matchingCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = commands.filter(({ title, detail }) => {
    const whole = `${title} ${detail}`.toLocaleLowerCase();
    return words.every((word) => whole.includes(word));
  });
  const rank = ({ title }: Command): number => (title.toLocaleLowerCase().startsWith(words[0]) ? 0 : 1);
  const ranked = found.toSorted((one, other) => rank(one) - rank(other));
  return (['screen', 'act'] as const).flatMap((kind) => ranked.filter((each) => each.kind === kind).slice(0, MOST));
}

/** Modes of the map that are not offered, and forms that open from the account that they are about. */
const hiddenModes = UNIT_MODES.filter((mode) => !OFFERED_MODES.includes(mode)).map((mode) => MODE_PLACES[mode].path);
const isHidden = ({ path, id }: Screen): boolean =>
  hiddenModes.includes(path) || /[a-z]AccountUpdate$/.test(id) || id === 'ruleEdit';

/** Every screen that may be opened without naming a thing. */
export function screenCommands(
  screens: readonly Screen[],
  canOpen: (path: string) => boolean,
  t: (key: string) => string,
): readonly Command[] {
  return screens
    .filter(({ layout, path }) => layout === 'shell' && !path.includes(':') && canOpen(path))
    .filter((screen) => !isHidden(screen))
    .map(({ id, path, menu, titleKey, crumbs }) => {
      const title = t(menu?.labelKey ?? titleKey);
      const [place] = [...(menu === null ? [] : [`menu.${menu.group}`]), ...crumbs.map(({ labelKey }) => labelKey)];
      const detail = place === undefined ? '' : t(place);
      // A form that adds something is a thing to do: "New unit" is beside "Sign out".
      const kind = /creat(e|ion)$/i.test(id) ? 'act' : 'screen';
      return { id: `screen-${id}`, kind, title, detail: detail === title ? '' : detail, path, run: null };
    });
}
