import { dateFormatterOf } from '../../../../src/domain/base/index.ts';
import { shiftOf } from '../../../../src/domain/report/index.ts';
import type { FileContent } from './content.ts';

/** What a report is about, by name: its type, days, hours, units, when it was generated, and what it leaves off. */
export function factsOf({ row, text }: FileContent): readonly { readonly name: string; readonly value: string }[] {
  const days = dateFormatterOf(row.lang, row.time_zone);
  const clocks = dateFormatterOf(row.lang, row.own_zone);
  const day = (instant: number): string => days.format(instant, 'DD/MM/YYYY');
  const shift = shiftOf(row.form);
  const leftOff = row.sections.reduce((sum, { left_off: more }) => sum + more, 0);
  return [
    { name: text('columns.name'), value: row.name },
    { name: text('columns.type'), value: text(`types.${row.form.type}`) },
    {
      name: text('columns.days'),
      value: `${day(row.from_at.getTime())} – ${day(row.to_at.getTime() - 1)} (${row.time_zone})`,
    },
    ...(shift === null ? [] : [{ name: text('columns.shift'), value: `${shift.from} – ${shift.to}` }]),
    { name: text('columns.units'), value: row.units.toLocaleString(row.lang) },
    {
      name: text('columns.generated'),
      value: `${clocks.format(row.created_at.getTime(), 'DD/MM/YYYY HH:mm')} (${row.own_zone})`,
    },
    ...(leftOff === 0 ? [] : [{ name: text('columns.note'), value: text('leftOff', { rows: leftOff }) }]),
  ];
}
