import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { ReportColumn, ReportLook, ReportRow } from '../../../../src/domain/report/index.ts';
import { EventLoopBreaks } from '../../../store/index.ts';
import { factsOf } from './facts.ts';
import { headOf, wordOf, type FileContent } from './content.ts';
import { rowXml, SHEET_END, sheetHead, textCell, valueCell, workbookParts } from './sheetXml.ts';
import type { FileWriter } from './store.ts';

const WIDTHS: Readonly<Record<ReportLook, number>> = {
  text: 24,
  word: 18,
  time: 20,
  day: 12,
  distance: 14,
  duration: 14,
  speed: 14,
  litres: 14,
  rate: 14,
  count: 10,
};
/** Rows that are written and packed at once. */
const PIECE = 50;
/** Longest name of a sheet, and what it must not hold. */
const NAME = 31;
const NOT_IN_NAMES = /[\\/?*[\]:]/g;

/**
 * A workbook with a sheet a section, its first what the report is about. It is packed as it is written: a page of rows
 * is all of it that is in memory. Answers the rows.
 */
export async function writeSpreadsheet(
  content: FileContent,
  file: FileWriter,
  progress: (rows: number) => Promise<void>,
): Promise<number> {
  const { sections, text, isRtl } = content;
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    file.push(piece);
  });
  const names = [text('about'), ...sections.map(({ section }) => text(`sections.${section.key}`))].map((name) =>
    name.replace(NOT_IN_NAMES, ' ').slice(0, NAME),
  );
  for (const [path, xml] of Object.entries(workbookParts(names))) addWhole(zip, path, xml);
  addWhole(zip, sheetPath(1), aboutSheet(content));
  const breaks = new EventLoopBreaks();
  let rows = 0;
  for (const [place, { section, outcome }] of sections.entries()) {
    const sheet = new ZipDeflate(sheetPath(place + 2));
    zip.add(sheet);
    const push = (xml: string): void => sheet.push(strToU8(xml));
    push(
      sheetHead(
        section.columns.map(({ look }) => WIDTHS[look]),
        isRtl,
        true,
      ),
    );
    push(rowXml(section.columns.map((column) => textCell(headOf(column, text), true))));
    for await (const page of content.read(section.key)) {
      for (let next = 0; next < page.length; next += PIECE) {
        const piece = page.slice(next, next + PIECE);
        push(piece.map((row) => valuesXml(row, section.columns, content)).join(''));
        await breaks.take();
      }
      rows += page.length;
      await file.drain();
      await progress(rows);
    }
    if (Object.values(outcome.totals).some((value) => value !== null))
      push(valuesXml({ [section.columns[0].key]: text('total'), ...outcome.totals }, section.columns, content, true));
    sheet.push(strToU8(SHEET_END), true);
  }
  zip.end();
  return rows;
}

const sheetPath = (place: number): string => `xl/worksheets/sheet${place}.xml`;

function addWhole(zip: Zip, path: string, xml: string): void {
  const part = new ZipDeflate(path);
  zip.add(part);
  part.push(strToU8(xml), true);
}

function valuesXml(
  row: ReportRow,
  columns: readonly ReportColumn[],
  { text, row: generation }: FileContent,
  isTotal = false,
): string {
  return rowXml(
    columns.map(({ key, look }, place) => {
      const value = row[key] ?? null;
      if (isTotal && place === 0) return textCell(String(value), true);
      return look === 'word'
        ? textCell(wordOf(value, text), isTotal)
        : valueCell(value, look, generation.own_zone, isTotal);
    }),
  );
}

function aboutSheet(content: FileContent): string {
  const rows = factsOf(content).map(({ name, value }) => rowXml([textCell(name, true), textCell(value)]));
  return sheetHead([28, 60], content.isRtl, false) + rows.join('') + SHEET_END;
}
