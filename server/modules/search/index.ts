import type { Found } from '../../../src/api/contract/index.ts';
import { can, neededBelow } from '../../../src/domain/access/index.ts';
import { fromIso, success } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import { isSeenAt, reachOf } from '../../call/reach.ts';
import type { CallAccount, CallContext, Handlers } from '../../call/types.ts';
import type { Gazetteer } from '../../places/index.ts';
import type { Database } from '../../store/database.types.ts';
import type { PositionStore } from '../../store/types.ts';
import { escapeLike, sessionOf, townFound } from '../shared/index.ts';
import { labelledOf, readGroups } from './labels.ts';
import { SEARCHED_KINDS, type SearchedKind } from './kinds.ts';

export interface SearchServices {
  readonly database: Database;
  readonly directory: UnitDirectory;
  readonly positions: { readonly latest: Pick<PositionStore['latest'], 'position'> };
  /** Where units are shown; left out = where they last reported from. */
  readonly shown?: Pick<PositionStore['latest'], 'position'>;
  readonly places: { gazetteer(): Promise<Pick<Gazetteer, 'find'>> };
  /** Null: towns are all that is known of places. */
  readonly geocoder: object | null;
  readonly problems: Problems;
}

/** Of each kind at most: a search box shows the best, lists show all. */
const OF_A_KIND = 8;

/** search-service: everything by name or number, as far as the caller may read it; and the labels that are in use. */
export function createSearchHandlers(services: SearchServices): Pick<Handlers, 'searchAll' | 'getLabels'> {
  return {
    async getLabels(asked, context) {
      const { account } = sessionOf(context);
      if (!account) return services.problems.refuse(context.lang, ERROR.accountMissing);
      const labelled = labelledOf(asked);
      const { read } = labelled.needs;
      if (!can(account.permissions, read)) return success({ labels: [], groups: [] });
      const scope = neededBelow(read) === null ? [account.accountId] : reachOf(account, read);
      const groups = await readGroups(services.database, labelled, account.accountId, scope);
      return success({ labels: groups.map(({ name }) => name), groups });
    },
    async searchAll({ text: asked }, context) {
      const { account } = sessionOf(context);
      if (!account) return services.problems.refuse(context.lang, ERROR.accountMissing);
      const text = asked.trim().toLowerCase();
      const addresses = services.geocoder !== null;
      if (text === '') return success({ found: [], addresses });
      const kinds = SEARCHED_KINDS.filter(
        ({ need, also }) => can(account.permissions, need) && (also === undefined || can(account.permissions, also)),
      );
      const [things, gazetteer] = await Promise.all([
        Promise.all(kinds.map((kind) => findThings(services, kind, text, account, context))),
        services.places.gazetteer(),
      ]);
      return success({
        addresses,
        found: [...things.flat(), ...gazetteer.find(text, OF_A_KIND).map((place) => townFound(place, context.lang))],
      });
    },
  };
}

/**
 * The best of a kind: the whole text before its beginning, that before the beginning of a word, that before any part.
 */
async function findThings(
  { database, directory, positions, shown }: SearchServices,
  kind: SearchedKind,
  text: string,
  account: CallAccount,
  { now }: CallContext,
): Promise<Found[]> {
  const like = escapeLike(text);
  const { also } = kind;
  const readable = also && new Set(reachOf(account, also));
  const scope = reachOf(account, kind.need).filter((id) => readable?.has(id) ?? true);
  const rank = (column: string) =>
    `case when lower(${column}) = $4 then 0 when ${column} ilike $5 then 1 when ${column} ilike $6 then 2 when ${column} ilike $7 then 3 else 4 end`;
  const rows = await database.query<{ id: number; title: string; detail: string }>(
    `select id, title, detail from (
       select ${kind.columns}, least(${kind.texts.map(rank).join(', ')}) as rank from ${kind.from} where ${kind.where}
         and ${kind.holds ?? `(${kind.texts.map((column) => `${column} ilike $7`).join(' or ')})`}
         -- Every kind is given the same parameters, whichever it needs.
         and $1::int8[] is not null and $2::int8 is not null and $3::timestamptz is not null
     ) ranked where rank < 4 order by rank, length(title), lower(title), id limit ${OF_A_KIND}`,
    [scope, account.accountId, new Date(now), text, `${like}%`, `% ${like}%`, `%${like}%`],
  );
  const accounts = new Set<number>(scope);
  return rows.map(({ id, title, detail }) => {
    const found: Found = { kind: kind.kind, id, title, detail, latitude: null, longitude: null };
    const position = kind.kind === 'unit' ? (shown ?? positions.latest).position(found.id) : null;
    if (!position || !isSeenAt(directory, accounts, found.id, fromIso(position.time))) return found;
    return { ...found, latitude: position.latitude, longitude: position.longitude };
  });
}
