import type { ReactNode } from 'react';
import { RadioGroup } from '../../../ui/index.ts';
import { useFormField } from '../../../ui/forms/index.ts';

/** Everything, or what is named. */
export function AllOrChosen({
  name,
  label,
  all,
  chosen,
}: Readonly<Record<'name' | 'label' | 'all' | 'chosen', string>>): ReactNode {
  const field = useFormField<boolean>(name, label);
  return (
    <RadioGroup
      label={label}
      value={field.value ? 'all' : 'chosen'}
      onChange={(value) => field.onChange(value === 'all')}
      onBlur={field.onBlur}
      options={[
        { value: 'all', label: all },
        { value: 'chosen', label: chosen },
      ]}
    />
  );
}
