import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { reports, type ReportRow } from '../../../../src/domain/report/index.ts';
import { loadMessages } from '../../../call/index.ts';
import type { GenerationRow } from '../generationRow.ts';
import { contentOf, type FileContent } from './content.ts';
import { writeDocument } from './document.ts';
import { writeSpreadsheet } from './spreadsheet.ts';
import type { FileWriter } from './store.ts';
import { runsOf } from './textRuns.ts';

const START = Date.UTC(2026, 2, 1, 20, 30);
const TRIPS: readonly ReportRow[] = [
  { unit: 'Van & <1>', start: START, distance: 12_345, driving: 5_400, max_speed: 80, part: 'part' },
  { unit: 'سمند ۷۲', start: START + 60_000, distance: 1_000, driving: 60, max_speed: null, part: null },
];

function contentIn(lang: string): FileContent {
  const sections = [
    { key: 'units', rows: 0, left_off: 0, totals: {} },
    { key: 'trips', rows: TRIPS.length, left_off: 3, totals: { distance: 13_345, driving: 5_460 } },
  ];
  const row = {
    id: 1,
    name: 'March/1',
    form: reports.schema.cast({ name: 'March', type: 'trips' }),
    from_at: new Date(START),
    to_at: new Date(START + 86_400_000),
    time_zone: 'Asia/Tehran',
    own_zone: 'Asia/Tehran',
    lang,
    created_at: new Date(START),
    units: 2,
    sections,
  } as unknown as GenerationRow;
  const database = { query: async () => TRIPS.map((data) => ({ data })) as never };
  return contentOf(database, loadMessages(), row);
}

const writer = () => {
  const pieces: Uint8Array[] = [];
  const file = { push: (piece: Uint8Array) => void pieces.push(piece), drain: async () => undefined };
  return { file: file as unknown as FileWriter, bytes: () => Buffer.concat(pieces) };
};
const nothing = async (): Promise<void> => undefined;

describe('a spreadsheet', () => {
  it('holds the rows as numbers, dates and durations of their own types', async () => {
    const { file, bytes } = writer();
    expect(await writeSpreadsheet(contentIn('en'), file, nothing)).toBe(2);
    const parts = unzipSync(bytes());
    const sheet = strFromU8(parts['xl/worksheets/sheet2.xml']);
    expect(strFromU8(parts['xl/workbook.xml'])).toContain('name="Trips"');
    expect(sheet).toContain('Van &amp; &lt;1&gt;');
    // Midnight in Tehran is a whole day of the sheet's calendar; 90 minutes are a sixteenth of one.
    expect(sheet).toContain(`<v>${Date.UTC(2026, 2, 2) / 86_400_000 + 25_569}</v>`);
    expect(sheet).toContain(`<v>${1.5 / 24}</v>`);
    expect(sheet).toContain('<v>12.345</v>');
    expect(sheet).toContain('<v>13.345</v>');
    expect(strFromU8(parts['xl/worksheets/sheet1.xml'])).toContain('Rows beyond the limit');
  });

  it('runs from right to left in Persian', async () => {
    const { file, bytes } = writer();
    await writeSpreadsheet(contentIn('fa'), file, nothing);
    expect(strFromU8(unzipSync(bytes())['xl/worksheets/sheet2.xml'])).toContain('rightToLeft="1"');
  });
});

describe('a document', () => {
  it.each(['en', 'ru', 'fa'])('is written in %s with its own fonts', async (lang) => {
    const { file, bytes } = writer();
    expect(await writeDocument(contentIn(lang), file, nothing)).toBe(2);
    const text = bytes().toString('latin1');
    expect([text.startsWith('%PDF-'), text.trimEnd().endsWith('%%EOF')]).toEqual([true, true]);
    expect(text).toContain(lang === 'en' ? 'Inter' : lang === 'ru' ? 'Inter' : 'Vazirmatn');
    expect(text).not.toContain('Helvetica');
  });
});

describe('a line of text', () => {
  const fonts = 2;
  const has = (font: number, sign: number): boolean => (font === 0 ? sign < 0x600 : sign >= 0x600 || sign === 32);
  const drawn = (text: string, direction: 'ltr' | 'rtl' | 'auto'): string[] =>
    runsOf(text, direction, fonts, has).map((run) => run.text);

  it('is drawn from left to right, words of Persian as the font takes them', () => {
    expect(drawn('گزارش van', 'rtl')).toEqual(['van', 'گزارش ']);
    expect(drawn('van گزارش', 'auto')).toEqual(['van ', 'گزارش']);
  });

  it('has numbers in Persian digits the way round that the font turns them', () => {
    expect(drawn('سمند ۷۲', 'rtl')).toEqual(['۲۷', 'سمند ']);
  });

  it('turns round marks from right to left, and mirrors brackets', () => {
    expect(drawn('(آ)', 'rtl')).toEqual(['(', 'آ', ')']);
  });
});
