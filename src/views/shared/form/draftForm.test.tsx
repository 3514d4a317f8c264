import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { simSchema, sims, type SimForm } from '../../../domain/sim/index.ts';
import { FormTextField } from '../../../ui/forms/index.ts';
import type { Problem } from '../services/fleet.ts';
import { WhileThere } from '../gone/WhileThere.tsx';
import { renderScreen } from '../testing/screenWorld.tsx';
import { DraftForm } from './DraftForm.tsx';
import { FormButtons } from './FormButtons.tsx';

afterEach(cleanup);

const CARD: SimForm = {
  sim_number: '+4915112345678',
  sim_operator: 'Telefónica',
  iccid: '',
  apn: 'internet',
  expires_on: null,
  status: 'active',
  labels: [],
  note: '',
};
const KEY = '1.0.sim.7';

/** The form of a card as a page shows it that was just loaded, with the drafts of the visit before. */
async function load(
  card: SimForm,
  drafts: Map<string, unknown>,
  onSubmit = vi.fn<(values: SimForm) => Promise<boolean>>(() => Promise.resolve(true)),
) {
  cleanup();
  await renderScreen(
    <DraftForm<SimForm>
      typed={sims.typed}
      draftKey="sim.7"
      initial={card}
      schema={simSchema}
      problem={null}
      onSubmit={onSubmit}
      label="Card">
      <FormTextField name="sim_operator" label="Operator" />
      <FormTextField name="apn" label="Access point" />
      <FormTextField name="note" label="Note" />
      <button type="submit">Save</button>
    </DraftForm>,
    { drafts },
  );
  return onSubmit;
}
const field = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string): void => void fireEvent.change(field(label), { target: { value } });
const save = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('a form that was left by a reload', () => {
  it('gives back what was changed and leaves to others what they changed meanwhile', async () => {
    const drafts = new Map<string, unknown>();
    await load(CARD, drafts);
    type('Note', 'spare');
    await waitFor(() => expect(drafts.get(KEY)).toEqual({ changed: { note: { was: '', now: 'spare' } } }));
    const onSubmit = await load({ ...CARD, apn: 'theirs' }, drafts);
    expect([field('Note').value, field('Access point').value]).toEqual(['spare', 'theirs']);
    expect(screen.getByText(/have been restored/)).toBeTruthy();
    expect(screen.queryByText(/Someone else/)).toBeNull();
    save();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ ...CARD, apn: 'theirs', note: 'spare' }));
    await waitFor(() => expect(drafts.size).toBe(0));
  });

  it('shows what others wrote where the person wrote too, however often it is loaded, until the field is changed or saved', async () => {
    const drafts = new Map<string, unknown>();
    const theirs = { ...CARD, note: 'in the safe', sim_operator: 'Vodafone' };
    await load(CARD, drafts);
    type('Note', 'spare');
    type('Operator', 'Orange');
    for (let visit = 0; visit < 2; visit++) {
      await load(theirs, drafts);
      expect([field('Note').value, field('Operator').value]).toEqual(['spare', 'Orange']);
      expect(
        screen.getByText(/Someone else changed (SIM operator, Note|Note, SIM operator) while you were editing\./),
      ).toBeTruthy();
      expect(screen.getByText('Someone else changed this while you were editing: in the safe')).toBeTruthy();
    }
    type('Note', 'in the safe, spare');
    await load(theirs, drafts);
    expect(screen.queryByText('Someone else changed this while you were editing: in the safe')).toBeNull();
    expect(screen.getByText('Someone else changed this while you were editing: Vodafone')).toBeTruthy();
    fireEvent.click(within(screen.getByRole('form')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(field('Operator').value).toBe('Vodafone'));
    expect(screen.queryByText(/Someone else/)).toBeNull();
    expect(drafts.size).toBe(0);
  });

  it('takes nothing from a draft of an earlier version, and lets it go', async () => {
    const drafts = new Map<string, unknown>([[KEY, { ...CARD, note: 'old' }]]);
    await load(CARD, drafts);
    expect(field('Note').value).toBe('');
    expect(screen.queryByText(/have been restored/)).toBeNull();
    await waitFor(() => expect(drafts.size).toBe(0));
  });
});

describe('a form whose thing goes away', () => {
  /** A form that learns by a button that its thing is gone, or there again. */
  function Going({ onSubmit }: { onSubmit: (values: SimForm) => Promise<boolean> }): ReactNode {
    const [isGone, setGone] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setGone(!isGone)}>
          Delete or bring back
        </button>
        <WhileThere gone={isGone ? <p>It was deleted.</p> : null}>
          <DraftForm<SimForm>
            typed={sims.typed}
            draftKey="sim.7"
            initial={CARD}
            schema={simSchema}
            problem={null}
            onSubmit={onSubmit}
            label="Card">
            <FormTextField name="note" label="Remark" />
            <button type="submit">Save</button>
          </DraftForm>
        </WhileThere>
      </>
    );
  }
  const turn = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Delete or bring back' }));

  it('cannot be written any more; what was typed is shown and can be copied, and is back with the thing', async () => {
    const { notices } = await renderScreen(<Going onSubmit={() => Promise.resolve(true)} />);
    type('Remark', 'spare of the north');
    turn();
    expect(screen.getByText('It was deleted.')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    const typed = screen.getByRole('region', { name: 'Your unsaved changes' });
    expect(typed.textContent).toContain('Notespare of the north');
    fireEvent.click(within(typed).getByRole('button', { name: 'Copy your changes' }));
    await waitFor(() => expect(notices()).toEqual(['Copied']));
    turn();
    expect(field('Remark').value).toBe('spare of the north');
  });

  it('says nothing of a form into which nothing was typed', async () => {
    await renderScreen(<Going onSubmit={() => Promise.resolve(true)} />);
    turn();
    expect(screen.queryByRole('region')).toBeNull();
  });
});

it('what failed and is tied to no field comes into sight: a long form is saved from its end', async () => {
  const seen: (string | null)[] = [];
  const spy = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    seen.push(this.textContent);
  });
  const problem: Problem = { code: 'OFFLINE', message: 'No connection.', correlationId: null };
  await renderScreen(
    <DraftForm<SimForm>
      typed={sims.typed}
      draftKey={null}
      initial={CARD}
      schema={simSchema}
      problem={problem}
      onSubmit={() => Promise.resolve(false)}
      label="Card">
      <FormTextField name="note" label="Note" />
    </DraftForm>,
  );
  expect(seen).toEqual(['No connection.']);
  spy.mockRestore();
});

it('what was refused at fields stands above the form until each of them is changed', async () => {
  const problem: Problem = {
    code: 'VALIDATION',
    message: 'Some entries are not valid.',
    correlationId: null,
    fields: [
      { field: 'note', message: 'Not this.' },
      { field: 'apn', message: 'Nor this.' },
    ],
  };
  await renderScreen(
    <DraftForm<SimForm>
      typed={sims.typed}
      draftKey={null}
      initial={CARD}
      schema={simSchema}
      problem={problem}
      onSubmit={() => Promise.resolve(false)}
      label="Card">
      <FormTextField name="apn" label="Access point" />
      <FormTextField name="note" label="Note" />
    </DraftForm>,
  );
  type('Note', 'better');
  expect(screen.getByText('Some entries are not valid.')).toBeTruthy();
  type('Access point', 'also');
  await waitFor(() => expect(screen.queryByText('Some entries are not valid.')).toBeNull());
});

it('a form that is cancelled leaves no draft behind', async () => {
  const drafts = new Map<string, unknown>();
  const closed = vi.fn<() => void>();
  function Cancelled(): ReactNode {
    return (
      <DraftForm<SimForm>
        typed={sims.typed}
        draftKey="sim.7"
        initial={CARD}
        schema={simSchema}
        problem={null}
        onSubmit={() => Promise.resolve(true)}
        label="Card">
        <FormTextField name="note" label="Note" />
        <FormButtons busy={false} onCancel={closed} />
      </DraftForm>
    );
  }
  await renderScreen(<Cancelled />, { drafts });
  type('Note', 'spare');
  await waitFor(() => expect(drafts.has(KEY)).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }));
  expect([closed.mock.calls.length, drafts.size]).toEqual([0, 1]);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect([closed.mock.calls.length, drafts.size]).toEqual([1, 0]);
});
