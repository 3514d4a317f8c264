import { useFormikContext } from 'formik';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { SENSOR } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, DeleteIcon, IconButton, PlusIcon } from '../../../ui/index.ts';
import { useFormField, useListError } from '../../../ui/forms/index.ts';
import { pastedPoints, pastedRows } from './pastedTable.ts';
import type { PointText, RowText, SensorValues } from './sensorValues.ts';

/** The rows of the chosen table; a table copied from a spreadsheet can be pasted into any of its fields. */
export function TableEditor(): ReactNode {
  const { values } = useFormikContext<SensorValues>();
  if (values.table.kind === 'xy')
    return <Rows<PointText> path="table.points" columns={['x', 'y']} empty={{ x: '', y: '' }} read={pastedPoints} />;
  if (values.table.kind === 'range')
    return (
      <Rows<RowText>
        path="table.rows"
        columns={['from', 'to', 'value']}
        empty={{ from: '', to: '', value: '' }}
        read={pastedRows}
      />
    );
  return null;
}

interface RowsProps<Row> {
  path: 'table.points' | 'table.rows';
  columns: readonly (keyof Row & string)[];
  empty: Row;
  /** What a pasted text holds. */
  read: (text: string) => Row[] | null;
}

function Rows<Row extends object>(props: RowsProps<Row>): ReactNode {
  const { t } = useTranslation();
  const { path, columns, read } = props;
  const label = t(`sensors.tables.${path === 'table.points' ? 'xy' : 'range'}`);
  const { rows, table, put, add, remove, step, paste } = useRows(props, label);
  const note = useId();
  // Errors of a row are said in the row.
  const wrong = useListError(path, label);
  return (
    <fieldset
      className="sensor-table"
      aria-label={label}
      aria-invalid={wrong !== undefined || undefined}
      aria-describedby={wrong === undefined ? undefined : note}>
      {rows.length > 0 && (
        <table ref={table} aria-label={label}>
          <Head columns={columns} />
          <tbody>
            {rows.map((_, index) => (
              // Rows have no name of their own; their place is what errors and pastes go by.
              <tr key={index} onPaste={(event) => paste(event, index)} onKeyDown={(event) => step(event, index)}>
                <th scope="row" className="figures">
                  {index + 1}
                </th>
                {columns.map((column) => (
                  <Cell
                    key={column}
                    path={`${path}[${index}].${column}`}
                    label={`${t(`sensors.columns.${String(column)}`)} ${index + 1}`}
                    isWord={column === 'value'}
                  />
                ))}
                <td>
                  <IconButton
                    size="compact"
                    label={t('sensors.removeRow', { number: index + 1 })}
                    icon={<DeleteIcon aria-hidden="true" />}
                    onPress={() => remove(index)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {wrong !== undefined && (
        <p id={note} className="field-error">
          {wrong}
        </p>
      )}
      <div className="sensor-tools">
        <Button
          size="compact"
          isDisabled={rows.length >= SENSOR.tableRows}
          icon={<PlusIcon aria-hidden="true" />}
          onPress={() => add()}>
          {t('sensors.addRow')}
        </Button>
        <PasteButton
          onPaste={(text) => {
            const pasted = read(text);
            if (pasted !== null) put(pasted.slice(0, SENSOR.tableRows));
          }}
        />
        <span className="dim">{t('sensors.pasteHint', { max: SENSOR.tableRows })}</span>
      </div>
    </fieldset>
  );
}

/** The rows as the form has them, and how keys, pastes and buttons change them. */
function useRows<Row extends object>({ path, empty, read }: RowsProps<Row>, label: string) {
  const { setFieldValue } = useFormikContext();
  const rows = useFormField<readonly Row[]>(path, label).value;
  const put = (next: readonly Row[]): void => void setFieldValue(path, next);
  const { table, focusLater } = useCellFocus(rows.length);
  // A table says something from two rows on.
  const begin = useEffectEvent(() => {
    if (rows.length === 0) put([empty, empty]);
  });
  useEffect(() => begin(), []);
  const add = (column = 0): void => {
    if (rows.length >= SENSOR.tableRows) return;
    focusLater(rows.length, column);
    put([...rows, empty]);
  };
  const remove = (at: number): void => {
    focusLater(Math.min(at, rows.length - 2), 0);
    put(rows.filter((_row, other) => other !== at));
  };
  /** As in a spreadsheet: Enter and the arrows go from row to row, and Enter in the last one begins another. */
  const step = (event: KeyboardEvent, at: number): void => {
    const column = cellsOf(event.currentTarget).indexOf(event.target);
    const to = event.key === 'ArrowUp' ? at - 1 : event.key === 'ArrowDown' || event.key === 'Enter' ? at + 1 : null;
    if (column < 0 || to === null || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const next = rowsOf(table.current)[to];
    if (next) focusOn(cellsOf(next)[column]);
    else if (event.key === 'Enter') add(column);
  };
  const paste = (event: ClipboardEvent, at: number): void => {
    const pasted = read(event.clipboardData.getData('text/plain'));
    if (pasted === null) return;
    event.preventDefault();
    put([...rows.slice(0, at), ...pasted, ...rows.slice(at + pasted.length)].slice(0, SENSOR.tableRows));
  };
  return { rows, table, put, add, remove, step, paste };
}

function Head({ columns }: { columns: readonly string[] }): ReactNode {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{t('sensors.row')}</span>
        </th>
        {columns.map((column) => (
          <th key={column} scope="col">
            {t(`sensors.columns.${column}`)}
          </th>
        ))}
        <th scope="col">
          <span className="visually-hidden">{t('list.actions')}</span>
        </th>
      </tr>
    </thead>
  );
}

const rowsOf = (table: Element | null): Element[] => [...(table?.querySelectorAll('tbody tr') ?? [])];
const cellsOf = (row: Element): (EventTarget | null)[] => [...row.querySelectorAll('input')];
const focusOn = (cell: EventTarget | null | undefined): void => {
  if (!(cell instanceof HTMLInputElement)) return;
  cell.focus();
  cell.select();
};

/** Puts the focus into a cell once the rows have changed: what had it may be gone. */
function useCellFocus(count: number) {
  const table = useRef<HTMLTableElement>(null);
  const wanted = useRef<{ readonly row: number; readonly column: number } | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const row = rowsOf(table.current)[wanted.current.row];
    if (row) focusOn(cellsOf(row)[wanted.current.column]);
    wanted.current = null;
  }, [count]);
  return {
    table,
    focusLater: (row: number, column: number): void => {
      wanted.current = { row, column };
    },
  };
}

/** A field that takes a whole table by one paste, and shows nothing of it. */
function PasteButton({ onPaste }: { onPaste: (text: string) => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <input
      className="sensor-paste"
      aria-label={t('sensors.pasteHere')}
      placeholder={t('sensors.pasteHere')}
      value=""
      readOnly
      onPaste={(event) => {
        event.preventDefault();
        onPaste(event.clipboardData.getData('text/plain'));
      }}
    />
  );
}

function Cell({ path, label, isWord }: { path: string; label: string; isWord: boolean }): ReactNode {
  const { error, ...field } = useFormField<string>(path, label);
  const note = useId();
  return (
    <td>
      <input
        className="sensor-cell"
        aria-label={label}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : note}
        dir={isWord ? 'auto' : 'ltr'}
        inputMode={isWord ? 'text' : 'decimal'}
        autoComplete="off"
        value={field.value}
        onChange={(event) => field.onChange(event.target.value)}
        onBlur={field.onBlur}
      />
      {error !== undefined && (
        <p id={note} className="field-error">
          {error}
        </p>
      )}
    </td>
  );
}
