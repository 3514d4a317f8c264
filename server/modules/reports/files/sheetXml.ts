import { DateTime } from 'luxon';
import type { ReportLook } from '../../../../src/domain/report/index.ts';

/** Styles of cells by what they hold, as places in the list of formats; bold ones come behind these. */
const STYLES = { text: 0, count: 1, decimal: 2, time: 3, day: 4, duration: 5 } as const;
type Style = keyof typeof STYLES;
const BOLD = Object.keys(STYLES).length;

const STYLE_OF: Readonly<Record<ReportLook, Style>> = {
  text: 'text',
  word: 'text',
  time: 'time',
  day: 'day',
  distance: 'decimal',
  duration: 'duration',
  speed: 'decimal',
  litres: 'decimal',
  rate: 'decimal',
  count: 'count',
};

/** Days between the beginning of the sheet's calendar and that of ours. */
const EPOCH = 25_569;
const DAY = 86_400_000;

// oxlint-disable-next-line no-control-regex -- such characters cannot be in XML at all
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML may hold it. */
const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** What clocks of the zone show at the instant, as a sheet counts days. */
const serialOf = (instant: number, zone: string): number =>
  (instant + DateTime.fromMillis(instant, { zone }).offset * 60_000) / DAY + EPOCH;

/** The number of a sheet's cell: kilometres of metres, parts of a day of seconds. */
function numberOf(value: number, look: ReportLook, zone: string): number {
  if (look === 'time') return serialOf(value, zone);
  if (look === 'distance') return value / 1_000;
  return look === 'duration' ? (value * 1_000) / DAY : value;
}

/** A cell with text. */
export const textCell = (text: string, bold = false): string =>
  `<c t="inlineStr" s="${bold ? BOLD : 0}"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

/** A cell with a value of its type; empty where there is none. */
export function valueCell(value: string | number | null, look: ReportLook, zone: string, bold = false): string {
  const style = STYLES[STYLE_OF[look]] + (bold ? BOLD : 0);
  if (value === null || value === '') return `<c s="${style}"/>`;
  if (look === 'day') return `<c s="${style}"><v>${Date.parse(String(value)) / DAY + EPOCH}</v></c>`;
  if (typeof value === 'string') return textCell(value, bold);
  return `<c s="${style}"><v>${numberOf(value, look, zone)}</v></c>`;
}

export const rowXml = (cells: readonly string[]): string => `<row>${cells.join('')}</row>`;

/** The beginning of a sheet with a first row that stays in sight; widths in characters. */
export function sheetHead(widths: readonly number[], isRtl: boolean, isFrozen: boolean): string {
  const view = `<sheetView workbookViewId="0"${isRtl ? ' rightToLeft="1"' : ''}${
    isFrozen ? '><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>' : '/>'
  }`;
  const columns = widths.map(
    (width, place) => `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`,
  );
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews>${view}</sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}
export const SHEET_END = '</sheetData></worksheet>';

/** Everything of a workbook but its sheets, by path. */
export function workbookParts(names: readonly string[]): Readonly<Record<string, string>> {
  const each = (text: (place: number, name: string) => string): string =>
    names.map((name, place) => text(place + 1, name)).join('');
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml';
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${each((place) => `<Override PartName="/xl/worksheets/sheet${place}.xml" ContentType="${sheetType}"/>`)}</Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((place, name) => `<sheet name="${escapeXml(name)}" sheetId="${place}" r:id="rId${place}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each((place) => `<Relationship Id="rId${place}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${place}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesXml(),
  };
}

/** Formats by style, plain and then bold: whole numbers, one digit, date with time, date, hours beyond a day. */
function stylesXml(): string {
  const formats = [0, 3, 164, 165, 166, 167];
  const styles = (font: number): string =>
    formats
      .map(
        (id) =>
          `<xf numFmtId="${id}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
      )
      .join('');
  return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="4"><numFmt numFmtId="164" formatCode="#,##0.0"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="167" formatCode="[h]:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length * 2}">${styles(0)}${styles(1)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}
