import { REPORT_SECTIONS, type ReportRow } from '../../../src/domain/report/index.ts';
import { success } from '../../../src/domain/base/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import { accountOf, Conditions, notFound, readPage, unknownSortColumn } from '../shared/index.ts';
import { generationOf, mayRead, SHOWN_COLUMNS, SHOWN_FROM, type ShownGenerationRow } from './generationRow.ts';
import type { ReportServices } from './services.ts';

/** Looks that are numbers in the rows; the others are texts. */
const TEXTS = ['text', 'word', 'day'];

/** Generations and their rows, for whoever may see what they hold. */
export function createReadingHandlers({
  database,
  problems,
}: ReportServices): Pick<Handlers, 'getReportGenerationList' | 'getReportGeneration' | 'getReportRows'> {
  const isReadable = (row: ShownGenerationRow, context: CallContext): boolean =>
    mayRead(accountOf(context).permissions, row.needs);
  const readable = async (id: number, context: CallContext): Promise<ShownGenerationRow | null> => {
    const row = await readGeneration(database, id, accountOf(context).accountId);
    return row && isReadable(row, context) ? row : null;
  };
  return {
    async getReportGenerationList({ page, limit, report_id: reportId }, context) {
      const conditions = new Conditions().add((place) => `g.account_id = ${place}`, accountOf(context).accountId);
      if (reportId !== undefined) conditions.add((place) => `g.report_id = ${place}`, reportId);
      const source = {
        columns: SHOWN_COLUMNS,
        from: SHOWN_FROM,
        conditions,
        sorts: { id: 'g.id' },
        fallback: 'id',
        id: 'g.id',
      };
      const show = (row: ShownGenerationRow) => {
        const mayBeRead = isReadable(row, context);
        return { ...generationOf(row, mayBeRead), readable: mayBeRead };
      };
      const list = await readPage(database, { page, limit, sort: '-id' }, source, show);
      if (list === null) throw new Error('Generations have a column "id".');
      return success(list);
    },
    async getReportGeneration({ generation_id: id }, context) {
      const row = await readable(id, context);
      return row ? success(generationOf(row, true)) : notFound(context, problems);
    },
    async getReportRows({ generation_id: id, section, page, limit, sort }, context) {
      const row = await readable(id, context);
      const columns = row && REPORT_SECTIONS[row.form.type].find(({ key }) => key === section)?.columns;
      if (!columns) return notFound(context, problems);
      const conditions = new Conditions()
        .add((place) => `r.generation_id = ${place}`, id)
        .add((place) => `r.section = ${place}`, section);
      const sorts = Object.fromEntries(
        columns.map(({ key, look }) => [
          key,
          TEXTS.includes(look) ? `lower(r.data ->> '${key}')` : `(r.data ->> '${key}')::float8`,
        ]),
      );
      const source = {
        columns: 'r.data',
        from: 'report_row r',
        conditions,
        sorts: { place: 'r.place', ...sorts },
        fallback: 'place',
        id: 'r.place',
      };
      const list = await readPage<{ data: ReportRow }, ReportRow>(
        database,
        { page, limit, sort },
        source,
        ({ data }) => data,
      );
      return list ? success(list) : unknownSortColumn(context, problems);
    },
  };
}

/** One generation of the account, or null. */
export async function readGeneration(
  database: Queryable,
  id: number,
  accountId: number,
): Promise<ShownGenerationRow | null> {
  const [row] = await database.query<ShownGenerationRow>(
    `select ${SHOWN_COLUMNS} from ${SHOWN_FROM} where g.id = $1 and g.account_id = $2`,
    [id, accountId],
  );
  return row ?? null;
}
