import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { array, object, string } from 'yup';
import { Form, FormPasswordField, FormTextField, FormTranslation, useFormField, type ServerProblem } from './index.ts';
import { readIssue, validate } from './issues.ts';

afterEach(cleanup);

const schema = object({
  name: string().trim().required('validation.required').min(3, 'validation.minLength'),
  password: string().required('validation.required'),
});

const words: Record<string, string> = {
  'validation.required': 'The {{field}} field is required',
  'validation.minLength': '{{field}} must have at least {{min}} characters',
};
const translate = (key: string, values: Readonly<Record<string, unknown>>): string =>
  words[key].replaceAll(/{{(\w+)}}/g, (_, name: string) => String(values[name]));

function show(
  onSubmit: (values: { name: string; password: string }) => void | Promise<void>,
  problems?: ServerProblem[],
) {
  const page = (shown?: ServerProblem[]) => (
    <FormTranslation value={translate}>
      <Form initial={{ name: '', password: '' }} schema={schema} onSubmit={onSubmit} problems={shown} label="Unit">
        <FormTextField name="name" label="Name" />
        <FormPasswordField name="password" label="Password" showLabel="Show" hideLabel="Hide" />
        <button type="submit">Save</button>
      </Form>
    </FormTranslation>
  );
  const view = render(page(problems));
  return { refuse: (next: ServerProblem[]) => view.rerender(page(next)) };
}

const name = (): HTMLInputElement => screen.getByRole('textbox', { name: 'Name' });
const password = (): HTMLInputElement => screen.getByLabelText('Password');
const type = (input: HTMLInputElement, value: string): boolean => fireEvent.change(input, { target: { value } });
const save = (): boolean => fireEvent.submit(screen.getByRole('form', { name: 'Unit' }));

function Tags() {
  const { error, onChange } = useFormField<readonly string[]>('tags', 'Tags');
  return (
    <>
      {error !== undefined && <output>{error}</output>}
      <button type="button" onClick={() => onChange(['a', 'van'])}>
        Shorten
      </button>
    </>
  );
}

describe('issues', () => {
  it('keep the key and the bound, one a field, and never the value', () => {
    const issues = validate(schema, { name: 'ab', password: '' });
    expect(Object.fromEntries(Object.entries(issues).map(([field, text]) => [field, readIssue(text)]))).toEqual({
      name: { key: 'validation.minLength', values: { min: 3 } },
      password: { key: 'validation.required', values: {} },
    });
    expect(validate(schema, { name: 'abc', password: 'x' })).toEqual({});
  });

  it('a bug in a schema is not an issue of the form', () => {
    expect(() =>
      validate(
        {
          validateSync: () => {
            throw new TypeError('bug');
          },
        },
        {},
      ),
    ).toThrow('bug');
  });
});

describe('form', () => {
  it('gives a field the same functions while another is typed into, so that it need not be drawn again', () => {
    const given: unknown[][] = [];
    function Other() {
      const { onChange, onBlur } = useFormField<string>('password', 'Password');
      given.push([onChange, onBlur]);
      return null;
    }
    render(
      <FormTranslation value={translate}>
        <Form initial={{ name: '', password: '' }} schema={schema} onSubmit={vi.fn()} label="Unit">
          <FormTextField name="name" label="Name" />
          <Other />
        </Form>
      </FormTranslation>,
    );
    const before = given.length;
    type(name(), 'North');
    expect(given.length).toBeGreaterThan(before);
    expect(new Set(given.slice(before - 1).flat()).size).toBe(2);
  });

  it('says nothing before the first submit, then names what is missing and goes there', async () => {
    const submit = vi.fn();
    show(submit);
    type(name(), 'ab');
    expect(screen.queryByText(/must have/)).toBeNull();
    save();
    expect(await screen.findByText('Name must have at least 3 characters')).toBeTruthy();
    expect(screen.getByText('The Password field is required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(name()));
    expect(submit).not.toHaveBeenCalled();
    type(name(), 'Volvo');
    await waitFor(() => expect(screen.queryByText(/must have/)).toBeNull());
    save();
    await waitFor(() => expect(document.activeElement).toBe(password()));
  });

  it('hands on what the schema made of the values', async () => {
    const submit = vi.fn();
    show(submit);
    type(name(), '  Volvo ');
    type(password(), 'secret');
    save();
    await waitFor(() => expect(submit).toHaveBeenCalledWith({ name: 'Volvo', password: 'secret' }));
  });

  it('keeps what was typed when the server refuses, shows why at the field, and until it is changed', async () => {
    const submit = vi.fn();
    const { refuse } = show(submit);
    type(name(), 'Volvo');
    type(password(), 'secret');
    save();
    await waitFor(() => expect(submit).toHaveBeenCalledOnce());
    refuse([{ field: 'name', message: 'A unit with this name already exists.' }]);
    expect(await screen.findByText('A unit with this name already exists.')).toBeTruthy();
    expect([name().value, password().value]).toEqual(['Volvo', 'secret']);
    await waitFor(() => expect(document.activeElement).toBe(name()));
    type(name(), 'Volvo 2');
    await waitFor(() => expect(screen.queryByText('A unit with this name already exists.')).toBeNull());
  });

  it('shows at a field what is wrong within it, by the form and by the server', async () => {
    const list = object({ tags: array(string().max(3, 'validation.maxLength').required()).required() });
    const page = (problems?: ServerProblem[]) => (
      <FormTranslation value={(key, values) => `${key} ${String(values.max ?? '')}`}>
        <Form
          initial={{ tags: ['a', 'lorry'] }}
          schema={list}
          onSubmit={() => undefined}
          problems={problems}
          label="Unit">
          <Tags />
        </Form>
      </FormTranslation>
    );
    const view = render(page());
    save();
    expect((await screen.findByRole('status')).textContent).toBe('validation.maxLength 3');
    fireEvent.click(screen.getByRole('button', { name: 'Shorten' }));
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
    view.rerender(page([{ field: 'tags[1]', message: 'Not a label.' }]));
    expect((await screen.findByRole('status')).textContent).toBe('Not a label.');
    fireEvent.click(screen.getByRole('button', { name: 'Shorten' }));
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  });
});
