import { useFormikContext, type FormikValues } from 'formik';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, Button, InfoIcon } from '../../ui/index.ts';
import { Form, type FormProps } from '../../ui/forms/index.ts';
import { useDraft, type Draft } from './drafts.ts';
import type { Problem } from './fleet.ts';
import { useLeaveGuard } from './leaveGuard.ts';
import { ProblemBanner } from './ProblemView.tsx';

export interface DraftFormProps<Values extends FormikValues> extends Omit<FormProps<Values>, 'problems' | 'onSubmit'> {
  /** Names the draft, for example `role.12`; null for a form whose values must not be kept. */
  draftKey: string | null;
  /** Why the last save failed; its fields are marked, the rest stands above. */
  problem: Problem | null;
  /** Answers whether it was saved: then the draft goes. */
  onSubmit: (values: Values) => Promise<boolean>;
}

/**
 * A form that loses nothing: what was typed stays through a failed save, a reload and a lost
 * connection, and leaving asks first.
 */
export function DraftForm<Values extends FormikValues>({ draftKey, initial, problem, onSubmit, children, ...rest }: DraftFormProps<Values>): ReactNode {
  const { t } = useTranslation();
  const draft = useDraft<Values>(draftKey, initial);
  const [kept, setKept] = useState(() => draft.read());
  const [round, setRound] = useState(0);
  const [saves, setSaves] = useState(0);
  const discard = (): void => {
    draft.forget();
    setKept(null);
    setRound(round + 1);
  };
  const submit = async (values: Values): Promise<void> => {
    if (!(await onSubmit(values))) return;
    draft.forget();
    setSaves((count) => count + 1);
  };
  return (
    <Form<Values> {...rest} key={round} initial={kept ?? initial} onSubmit={submit} problems={problem?.fields}>
      <DraftKeeper draft={draft} initial={initial} saves={saves} />
      {kept !== null && saves === 0 && (
        <Banner tone="info" icon={<InfoIcon />} action={<Button onPress={discard}>{t('draft.discard')}</Button>}>{t('draft.restored')}</Banner>
      )}
      {problem !== null && <ProblemBanner problem={problem} />}
      {children}
    </Form>
  );
}

interface DraftKeeperProps<Values> {
  draft: Draft<Values>;
  initial: Values;
  /** How often the form was saved: what stands then is what the server has. */
  saves: number;
}

/** Keeps the draft at what is typed, and guards it. */
function DraftKeeper<Values extends FormikValues>({ draft, initial, saves }: DraftKeeperProps<Values>): ReactNode {
  const { values, isSubmitting } = useFormikContext<Values>();
  const [clean, setClean] = useState(() => ({ saves, text: JSON.stringify(initial) }));
  if (clean.saves !== saves) setClean({ saves, text: JSON.stringify(values) });
  const dirty = JSON.stringify(values) !== clean.text;
  useLeaveGuard(dirty && !isSubmitting);
  useEffect(() => {
    if (isSubmitting) return;
    if (dirty) draft.save(values);
    else draft.forget();
  }, [draft, dirty, isSubmitting, values]);
  return null;
}
