import { Formik, type FormikProps, type FormikValues } from 'formik';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { validate, type FormSchema } from './issues.ts';
import './form.css';

/** A field that the server refused, in its words. */
export interface ServerProblem {
  readonly field: string;
  readonly message: string;
}

export interface FormProps<Values extends FormikValues> {
  /** What the fields start with. Later changes of it do not touch what was typed. */
  initial: Values;
  schema: FormSchema;
  onSubmit: (values: Values) => void | Promise<void>;
  /** Shown at their fields until those are changed. */
  problems?: readonly ServerProblem[];
  /** Accessible name. */
  label: string;
  children: ReactNode;
  className?: string;
}

/**
 * A form over a schema. It checks on submit and, from then on, at every change; a failed submit puts the focus on the
 * first field that needs it. Typed values stay, whatever the answer is.
 */
export function Form<Values extends FormikValues>({
  initial,
  schema,
  onSubmit,
  ...rest
}: FormProps<Values>): ReactNode {
  return (
    <Formik<Values>
      initialValues={initial}
      validate={(values) => validate(schema, values)}
      validateOnBlur={false}
      onSubmit={(values) => onSubmit(schema.validateSync(values, { abortEarly: false }) as Values)}>
      {(formik) => <FormBody formik={formik} schema={schema} {...rest} />}
    </Formik>
  );
}

interface FormBodyProps<Values extends FormikValues> extends Pick<
  FormProps<Values>,
  'schema' | 'problems' | 'label' | 'children' | 'className'
> {
  formik: FormikProps<Values>;
}

function FormBody<Values extends FormikValues>({
  formik,
  schema,
  problems,
  label,
  children,
  className,
}: FormBodyProps<Values>): ReactNode {
  const element = useRef<HTMLFormElement>(null);
  const { setStatus } = formik;
  const status: unknown = formik.status;
  /** Counts failed submits: each puts the focus where help is needed, once the errors are drawn. */
  const [failures, setFailures] = useState(0);

  useEffect(() => {
    if (failures > 0) focusFirstInvalid(element.current);
  }, [failures]);

  useEffect(() => {
    setStatus(Object.fromEntries((problems ?? []).map(({ field, message }) => [field, message])));
  }, [problems, setStatus]);

  useEffect(() => {
    if (problems !== undefined && problems.length > 0 && status !== undefined) focusFirstInvalid(element.current);
  }, [problems, status]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await formik.submitForm();
    if (Object.keys(validate(schema, formik.values)).length > 0) setFailures((count) => count + 1);
  };
  return (
    <form
      ref={element}
      noValidate
      aria-label={label}
      className={className ?? 'form'}
      onSubmit={(event) => void submit(event)}>
      {children}
    </form>
  );
}

function focusFirstInvalid(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input, [data-invalid] button');
  // A group cannot take the focus; what is in it can.
  (first?.matches('fieldset, [role="group"]')
    ? first.querySelector<HTMLElement>('button, input, select')
    : first
  )?.focus();
}
