import type { FileFormat } from '../../../../src/domain/report/index.ts';
import type { CallAccount } from '../../../call/types.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { readGeneration } from '../reading.ts';
import { mayRead, type GenerationRow } from '../generationRow.ts';
import type { GeneratingServices } from '../services.ts';
import { contentOf, type FileContent } from './content.ts';
import { writeDocument } from './document.ts';
import { writeSpreadsheet } from './spreadsheet.ts';
import { FileWriter, readParts } from './store.ts';

type Write = (content: FileContent, file: FileWriter, progress: (rows: number) => Promise<void>) => Promise<number>;

const FORMATS: Readonly<
  Record<FileFormat, { readonly extension: string; readonly type: string; readonly write: Write }>
> = {
  EXL: {
    extension: 'xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: writeSpreadsheet,
  },
  PDF: { extension: 'pdf', type: 'application/pdf', write: writeDocument },
};

/** What a name of a file must not hold. */
const NOT_IN_NAMES = /[\p{C}\\/:*?"<>|]/gu;

/** Writes the file of a generation in a format; `progress` hears the share that is written. */
export async function writeFile(
  { database, messages, newFileId }: Pick<GeneratingServices, 'database' | 'messages' | 'newFileId'>,
  row: GenerationRow,
  format: FileFormat,
  progress: (share: number) => Promise<void>,
): Promise<void> {
  const { extension, type, write } = FORMATS[format];
  const name = `${row.name.replaceAll(NOT_IN_NAMES, ' ').trim()}.${extension}`;
  const file = await FileWriter.open(database, { id: newFileId(), generationId: row.id, format, name, type });
  const content = contentOf(database, messages, row);
  const total = content.sections.reduce((sum, { outcome }) => sum + outcome.rows, 0);
  const rows = await write(content, file, (written) => progress(total === 0 ? 1 : Math.min(1, written / total)));
  await file.close(rows);
}

/** A file with its bytes. */
export interface OpenedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly bytes: AsyncGenerator<Uint8Array>;
}

const ID = /^[A-Za-z0-9_-]{24}$/;

/** A file that the account may read: of one of its generations, for whoever may see what that holds. Null otherwise. */
export async function openReportFile(
  database: Queryable,
  id: string,
  { accountId, permissions }: CallAccount,
): Promise<OpenedFile | null> {
  if (!ID.test(id)) return null;
  const [file] = await database.query<{ generation_id: number; name: string; type: string; size: number }>(
    'select generation_id, name, type, size from report_file where id = $1',
    [id],
  );
  const row = file && (await readGeneration(database, file.generation_id, accountId));
  if (!row || row.shown_state !== 'done' || !mayRead(permissions, row.needs)) return null;
  return { name: file.name, type: file.type, size: file.size, bytes: readParts(database, id) };
}
