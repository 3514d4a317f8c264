import { useMemo, type ReactNode } from 'react';
import { PAGE } from '../../../domain/base/index.ts';
import { useFormField } from '../../../ui/forms/index.ts';
import { ManyField } from './ManyField.tsx';

/** All that there is to choose from. */
export const WHOLE_LIST = { page: 1, limit: PAGE.maximumLimit, sort: 'name' } as const;

interface IdsFieldProps {
  readonly name: string;
  readonly label: string;
  readonly otherwise: string;
  readonly hint?: string;
  readonly rows: readonly { readonly id: number; readonly name: string; readonly note?: string }[];
}

/** Things by their numbers, chosen by their names. */
export function IdsField({ name, label, rows, ...rest }: IdsFieldProps): ReactNode {
  const { value, error, onChange, onBlur } = useFormField<readonly number[]>(name, label);
  const options = useMemo(
    () => rows.map(({ id, name: words, note }) => ({ value: String(id), label: words, ...(note && { note }) })),
    [rows],
  );
  const keys = useMemo(() => value.map(String), [value]);
  return (
    <ManyField
      {...rest}
      label={label}
      value={keys}
      options={options}
      error={error}
      onChange={(next) => onChange(next.map(Number))}
      onBlur={onBlur}
    />
  );
}
