import type { Found } from '../../../api/contract/index.ts';
import { ENTITIES, type EntityName } from '../../../domain/entities/index.ts';
import type { AnyEntity } from '../../../domain/entity/index.ts';
import { unitSearchText } from '../../shared/unit/unitSearch.ts';
import { pathOf, stepTo } from '../../shared/entity/paths.ts';
import type { Command } from './commands.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';

/** Kinds in the order in which they are shown. */
export const RESULT_KINDS = [
  'unit',
  'screen',
  'act',
  'device',
  ...ENTITIES.map(({ name }) => name),
  'account',
  'user',
  'invitation',
  'alarm',
  'share',
  'place',
] as const satisfies readonly ResultKind[];

/** What a line leads to: a thing, a screen, or something that is done. */
export type ResultKind = Found['kind'] | Command['kind'];

/** One line of the results, and where it leads. */
export interface SearchResult {
  readonly key: string;
  readonly kind: ResultKind;
  readonly title: string;
  readonly detail: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Done in place of going to the path; null for what is gone to. */
  readonly run: (() => void) | null;
  /** Doing it brings more results: the box stays open. */
  readonly stays?: true;
}

/** Units of the page that are listed before the server answers. */
const LOCAL = 8;

/**
 * Units that the page already knows whose name, identifier, model, account or groups hold all words; names that begin
 * so come first.
 */
export function localUnits(units: readonly UnitSummary[], text: string): Found[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: { unit: UnitSummary; rank: number }[] = [];
  for (const unit of units) {
    const name = unit.name.toLocaleLowerCase();
    const whole = unitSearchText(unit);
    if (words.every((word) => whole.includes(word)))
      found.push({ unit, rank: name.startsWith(words[0]) ? 0 : name.includes(words[0]) ? 1 : 2 });
  }
  found.sort(
    (one, other) =>
      one.rank - other.rank || one.unit.name.length - other.unit.name.length || one.unit.unit_id - other.unit.unit_id,
  );
  return found
    .slice(0, LOCAL)
    .map(({ unit }) => ({
      kind: 'unit',
      id: unit.unit_id,
      title: unit.name,
      detail: unit.account_name,
      latitude: null,
      longitude: null,
    }));
}

/** The page of an entity that a search opens. */
function entityPage(name: EntityName): string {
  const entity: AnyEntity | undefined = ENTITIES.find((each) => each.name === name);
  if (!entity) throw new Error(`Nothing is called ${name}.`);
  return entity.found.page ?? entity.paths.view;
}

/** Where what was found is looked at; `mapPath` is the map, in the mode that is shown. */
function targetOf(
  { kind, id, title, detail, latitude, longitude }: Found,
  mapPath: string,
): Pick<SearchResult, 'path' | 'query'> {
  switch (kind) {
    case 'unit':
      return { path: mapPath, query: { show: String(id) } };
    case 'place':
      return { path: mapPath, query: { place: `${latitude ?? 0},${longitude ?? 0},${title}` } };
    case 'device':
      return { path: `/device/${id}`, query: {} };
    case 'account':
      return { path: '/accounts', query: { search: title } };
    case 'user':
      return { path: '/users', query: { search: detail || title } };
    case 'invitation':
      return { path: '/user-invitations', query: { tab: 'sent', search: title } };
    case 'alarm':
      return { path: '/alarms', query: { state: 'all', alarm: String(id) } };
    case 'share':
      return { path: '/shares', query: { search: title } };
    default: {
      const [path, query] = stepTo(pathOf(entityPage(kind), id));
      return { path, query };
    }
  }
}

/** Results by kind, each thing once, those that were opened lately first, and only those whose screen one may open. */
export function searchResults(
  local: readonly Found[],
  found: readonly Found[],
  mapPath: string,
  canOpen: (path: string) => boolean,
  commands: readonly Command[] = [],
  recent: readonly Pick<SearchResult, 'key'>[] = [],
): SearchResult[] {
  const seen = new Set<string>();
  const results = [...local, ...found].flatMap((each): SearchResult[] => {
    const key =
      each.kind === 'place' ? `place-${each.title}-${each.latitude}-${each.longitude}` : `${each.kind}-${each.id}`;
    const target = targetOf(each, mapPath);
    if (seen.has(key) || !canOpen(target.path)) return [];
    seen.add(key);
    return [{ key, kind: each.kind, title: each.title, detail: each.detail, run: null, ...target }];
  });
  const all = [...results, ...commands.map(commandResult)];
  const known = new Set(recent.map(({ key }) => key));
  const isOld = ({ key }: SearchResult): number => (known.has(key) ? 0 : 1);
  return RESULT_KINDS.flatMap((kind) =>
    all.filter((result) => result.kind === kind).toSorted((one, other) => isOld(one) - isOld(other)),
  );
}

/** A screen or an act as a line of the results. */
export const commandResult = ({ id, kind, title, detail, path, run }: Command): SearchResult => ({
  key: id,
  kind,
  title,
  detail,
  path: path ?? '',
  query: {},
  run,
});
