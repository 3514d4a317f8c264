import { useFormikContext, getIn, type FormikErrors, type FormikValues } from 'formik';
import { useCallback } from 'react';
import { useIssueText } from './context.ts';
import { readIssue } from './issues.ts';

export interface FormField<Value> {
  readonly value: Value;
  /** In words, or undefined when there is nothing to say yet. */
  readonly error: string | undefined;
  onChange(value: Value): void;
  onBlur(): void;
}

type ServerStatus = Readonly<Record<string, string>>;
const NOTHING_REFUSED: ServerStatus = {};

/**
 * True for the field's path and for those within it, as schema and server write them: `labels[2]`, `settings.timezone`.
 */
const isWithin = (path: string, name: string): boolean =>
  path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`);

function firstWithin(name: string, texts: ServerStatus | FormikErrors<FormikValues>): string | undefined {
  for (const [path, text] of Object.entries(texts)) if (typeof text === 'string' && isWithin(path, name)) return text;
  return undefined;
}

/** What is wrong at a path: the form's own issue once it was submitted, else the server's refusal. */
function useError(
  label: string,
  find: (texts: ServerStatus | FormikErrors<FormikValues>) => string | undefined,
): string | undefined {
  const formik = useFormikContext<FormikValues>();
  const translate = useIssueText();
  const issue = formik.submitCount > 0 ? find(formik.errors) : undefined;
  const own = issue === undefined ? undefined : readIssue(issue);
  return own
    ? translate(own.key, { ...own.values, field: label })
    : find((formik.status ?? NOTHING_REFUSED) as ServerStatus);
}

/**
 * Binds one field. Errors show after the first submit: telling people off while they still type
 * helps nobody. The label is the `{{field}}` of the message. The functions stay the same while something else is typed:
 * Formik draws all fields of a form at every key, and one that is given the same as before need not be drawn.
 */
export function useFormField<Value>(name: string, label: string): FormField<Value> {
  const formik = useFormikContext<FormikValues>();
  const error = useError(label, (texts) => firstWithin(name, texts));
  const { setFieldTouched, setFieldValue, setStatus } = formik;
  const status = (formik.status ?? NOTHING_REFUSED) as ServerStatus;
  const onChange = useCallback(
    (value: Value) => {
      if (firstWithin(name, status) !== undefined)
        setStatus(Object.fromEntries(Object.entries(status).filter(([path]) => !isWithin(path, name))));
      void setFieldValue(name, value);
    },
    [name, status, setStatus, setFieldValue],
  );
  const onBlur = useCallback(() => void setFieldTouched(name, true, false), [name, setFieldTouched]);
  return { value: getIn(formik.values, name) as Value, error, onChange, onBlur };
}

/** What is wrong with a list as a whole; its entries say what is wrong with them. */
export function useListError(name: string, label: string): string | undefined {
  return useError(label, (texts) => {
    const text: unknown = Object.entries(texts).find(([path]) => path === name)?.[1];
    return typeof text === 'string' ? text : undefined;
  });
}
