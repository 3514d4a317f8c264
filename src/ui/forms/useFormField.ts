import { useFormikContext, getIn, type FormikValues } from 'formik';
import { useIssueText } from './context.ts';
import { readIssue } from './issues.ts';

export interface FormField<Value> {
  readonly value: Value;
  /** In words, or undefined when there is nothing to say yet. */
  readonly error: string | undefined;
  onChange(value: Value): void;
  onBlur(): void;
}

type ServerStatus = Readonly<Record<string, string>> | undefined;

/**
 * Binds one field. Errors show after the first submit: telling people off while they still type
 * helps nobody. The label is the `{{field}}` of the message.
 */
export function useFormField<Value>(name: string, label: string): FormField<Value> {
  const formik = useFormikContext<FormikValues>();
  const translate = useIssueText();
  const status = formik.status as ServerStatus;
  const issue = formik.submitCount > 0 ? (getIn(formik.errors, name) as string | undefined) : undefined;
  const own = issue === undefined ? undefined : readIssue(issue);
  return {
    value: getIn(formik.values, name) as Value,
    error: own ? translate(own.key, { ...own.values, field: label }) : status?.[name],
    onChange: (value) => {
      if (status?.[name] !== undefined) formik.setStatus({ ...status, [name]: undefined });
      void formik.setFieldValue(name, value);
    },
    onBlur: () => void formik.setFieldTouched(name, true, false),
  };
}
