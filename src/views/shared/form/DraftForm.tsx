import { useFormikContext, type FormikValues } from 'formik';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, InfoIcon } from '../../../ui/index.ts';
import { Form, type FormProps } from '../../../ui/forms/index.ts';
import { useDraft, type Draft } from './drafts.ts';
import type { Problem } from '../services/fleet.ts';
import { useLeaveGuard } from '../address/leaveGuard.ts';
import { ProblemBanner } from '../ProblemView.tsx';

export interface DraftFormProps<Values extends FormikValues> extends Omit<FormProps<Values>, 'problems' | 'onSubmit'> {
  /** Names the draft, for example `role.12`; null for a form whose values must not be kept. */
  draftKey: string | null;
  /** Whose draft it is; see {@link useDraft}. */
  draftOwner?: 'person' | 'tab';
  /** Fields that no draft keeps: passwords. */
  secrets?: readonly (keyof Values & string)[];
  /** Why the last save failed; its fields are marked, the rest stands above. */
  problem: Problem | null;
  /** Answers whether it was saved: then the draft goes. */
  onSubmit: (values: Values) => Promise<boolean>;
}

/**
 * A form that loses nothing: what was typed stays through a failed save, a reload and a lost
 * connection, and leaving asks first.
 */
export function DraftForm<Values extends FormikValues>({ draftKey, draftOwner, secrets = NO_SECRETS, initial, problem, onSubmit, children, ...rest }: DraftFormProps<Values>): ReactNode {
  const { t } = useTranslation();
  const draft = useDraft<Partial<Values>>(draftKey, without(initial, secrets), draftOwner);
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
    <Form<Values> {...rest} key={round} initial={{ ...initial, ...kept }} onSubmit={submit} problems={problem?.fields}>
      <DraftKeeper draft={draft} initial={initial} secrets={secrets} saves={saves} />
      {kept !== null && saves === 0 && (
        <Banner tone="info" icon={<InfoIcon />} action={<Button onPress={discard}>{t('draft.discard')}</Button>}>{t('draft.restored')}</Banner>
      )}
      {problem !== null && <ProblemBanner problem={problem} />}
      {children}
    </Form>
  );
}

const NO_SECRETS: readonly string[] = [];

function without<Values extends object>(values: Values, names: readonly string[]): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))) as Partial<Values>;
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

interface DraftKeeperProps<Values> {
  draft: Draft<Partial<Values>>;
  initial: Values;
  secrets: readonly string[];
  /** How often the form was saved: what stands then is what the server has. */
  saves: number;
}

/** Keeps the draft at what is typed, and guards it. */
function DraftKeeper<Values extends FormikValues>({ draft, initial, secrets, saves }: DraftKeeperProps<Values>): ReactNode {
  const { values, isSubmitting } = useFormikContext<Values>();
  const [clean, setClean] = useState(() => ({ saves, values: initial }));
  if (clean.saves !== saves) setClean({ saves, values });
  useLeaveGuard(!isSame(values, clean.values) && !isSubmitting);
  const isKept = !isSame(without(values, secrets), without(clean.values, secrets));
  useEffect(() => {
    if (isSubmitting) return;
    if (isKept) draft.save(without(values, secrets));
    else draft.forget();
  }, [draft, isKept, isSubmitting, secrets, values]);
  return null;
}
