import { useFormikContext } from 'formik';
import type { ClipboardEvent, ReactNode } from 'react';
import { SENSOR } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, DeleteIcon, IconButton, PlusIcon } from '../../../ui/index.ts';
import { useFormField } from '../../../ui/forms/index.ts';
import { pastedPoints, pastedRows } from './pastedTable.ts';
import type { PointText, RowText, SensorValues } from './sensorValues.ts';

/** The rows of the chosen table; a table copied from a spreadsheet can be pasted into any of its fields. */
export function TableEditor(): ReactNode {
  const { values } = useFormikContext<SensorValues>();
  if (values.table.kind === 'xy') return <Rows<PointText> path="table.points" columns={['x', 'y']} empty={{ x: '', y: '' }} read={pastedPoints} />;
  if (values.table.kind === 'range') return <Rows<RowText> path="table.rows" columns={['from', 'to', 'value']} empty={{ from: '', to: '', value: '' }} read={pastedRows} />;
  return null;
}

interface RowsProps<Row> {
  path: 'table.points' | 'table.rows';
  columns: readonly (keyof Row & string)[];
  empty: Row;
  /** What a pasted text holds. */
  read: (text: string) => Row[] | null;
}

function Rows<Row extends object>({ path, columns, empty, read }: RowsProps<Row>): ReactNode {
  const { t } = useTranslation();
  const { setFieldValue } = useFormikContext();
  const field = useFormField<readonly Row[]>(path, t(`sensors.tables.${path === 'table.points' ? 'xy' : 'range'}`));
  const rows = field.value;
  const put = (next: readonly Row[]): void => void setFieldValue(path, next);
  const paste = (event: ClipboardEvent, at: number): void => {
    const pasted = read(event.clipboardData.getData('text/plain'));
    if (pasted === null) return;
    event.preventDefault();
    put([...rows.slice(0, at), ...pasted, ...rows.slice(at + pasted.length)].slice(0, SENSOR.tableRows));
  };
  return (
    <div className="sensor-table">
      {rows.length > 0 && (
        <table aria-label={t(`sensors.tables.${path === 'table.points' ? 'xy' : 'range'}`)}>
          <thead><tr><th scope="col"><span className="visually-hidden">{t('sensors.row')}</span></th>{columns.map((column) => <th key={column} scope="col">{t(`sensors.columns.${String(column)}`)}</th>)}<th scope="col"><span className="visually-hidden">{t('list.actions')}</span></th></tr></thead>
          <tbody>
            {rows.map((_, index) => (
              // Rows have no name of their own; their place is what errors and pastes go by.
              <tr key={index} onPaste={(event) => paste(event, index)}>
                <th scope="row" className="figures">{index + 1}</th>
                {columns.map((column) => <Cell key={column} path={`${path}[${index}].${column}`} label={`${t(`sensors.columns.${String(column)}`)} ${index + 1}`} isWord={column === 'value'} />)}
                <td><IconButton size="compact" label={t('sensors.removeRow', { number: index + 1 })} icon={<DeleteIcon aria-hidden="true" />} onPress={() => put(rows.filter((_row, other) => other !== index))} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {field.error !== undefined && rows.length === 0 && <p className="field-error">{field.error}</p>}
      <div className="sensor-tools">
        <Button size="compact" isDisabled={rows.length >= SENSOR.tableRows} icon={<PlusIcon aria-hidden="true" />} onPress={() => put([...rows, empty])}>{t('sensors.addRow')}</Button>
        <PasteButton onPaste={(text) => { const pasted = read(text); if (pasted !== null) put(pasted.slice(0, SENSOR.tableRows)); }} />
        <span className="dim">{t('sensors.pasteHint', { max: SENSOR.tableRows })}</span>
      </div>
    </div>
  );
}

/** A field that takes a whole table by one paste, and shows nothing of it. */
function PasteButton({ onPaste }: { onPaste: (text: string) => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <input
      className="sensor-paste" aria-label={t('sensors.pasteHere')} placeholder={t('sensors.pasteHere')} value="" readOnly
      onPaste={(event) => { event.preventDefault(); onPaste(event.clipboardData.getData('text/plain')); }}
    />
  );
}

function Cell({ path, label, isWord }: { path: string; label: string; isWord: boolean }): ReactNode {
  const field = useFormField<string>(path, label);
  const error = field.error;
  return (
    <td>
      <input
        className="sensor-cell" aria-label={label} aria-invalid={error !== undefined || undefined} dir={isWord ? 'auto' : 'ltr'} inputMode={isWord ? 'text' : 'decimal'} autoComplete="off"
        value={field.value} onChange={(event) => field.onChange(event.target.value)} onBlur={field.onBlur}
      />
      {error !== undefined && <p className="field-error">{error}</p>}
    </td>
  );
}
