import { getIn, useFormikContext, type FormikValues } from 'formik';
import { useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { changedFields, comparableText } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, InfoIcon, WarningIcon, reveal } from '../../../ui/index.ts';
import { Form, type FormProps, type ServerProblem } from '../../../ui/forms/index.ts';
import { beganOf, type Restored } from './draftChanges.ts';
import { useCancelOf, useDraft, type Draft } from './drafts.ts';
import { CancelContext } from './CancelButton.tsx';
import type { Problem } from '../services/fleet.ts';
import { useLeaveGuard, type KeepsAt } from '../address/leaveGuard.ts';
import { GoneContext } from '../gone/WhileThere.tsx';
import { ProblemBanner } from '../ProblemView.tsx';
import { TypedText } from './TypedText.tsx';

export interface DraftFormProps<Values extends FormikValues> extends Omit<FormProps<Values>, 'problems' | 'onSubmit'> {
  /** Names the draft, for example `role.12`; null for a form whose values must not be kept. */
  draftKey: string | null;
  /** Whose draft it is; see {@link useDraft}. */
  draftOwner?: 'person' | 'tab';
  /** Fields that no draft keeps: passwords. */
  secrets?: readonly (keyof Values & string)[];
  /** Fields that hold what somebody typed, so that it can be shown; left out: those that usually do. */
  typed?: ReadonlySet<string>;
  /** What a field is called; left out: as fields of that name usually are. */
  nameOf?: (field: string) => string;
  /**
   * Other places of the same workflow, from which one comes back to the draft: leaving for them asks nothing. The same
   * function at every render.
   */
  keepsAt?: KeepsAt;
  /** Why the last save failed; its fields are marked, the rest is above. */
  problem: Problem | null;
  /** Answers whether it was saved: then the draft goes. */
  onSubmit: (values: Values) => Promise<boolean>;
}

/**
 * A form that loses nothing: what was typed stays through a failed save, a reload and a lost connection, and leaving
 * asks first. The person's changes come back, over the current values: a field that somebody else changed too is
 * marked, so that nobody writes over others without a word.
 */
export function DraftForm<Values extends FormikValues>({
  draftKey,
  draftOwner,
  secrets = NO_SECRETS,
  nameOf,
  typed,
  initial,
  keepsAt,
  problem,
  onSubmit,
  children,
  ...rest
}: DraftFormProps<Values>): ReactNode {
  const { t } = useTranslation();
  const draft = useDraft(draftKey, draftOwner);
  const [kept, setKept] = useState(() => draft.read(without(initial, secrets)));
  const cancel = useCancelOf(draft);
  const gone = useContext(GoneContext);
  const name = (field: string): string => nameOf?.(field) ?? t(`fields.${field}`);
  const [round, setRound] = useState(0);
  const [saves, setSaves] = useState(0);
  const restored = saves === 0 ? kept : null;
  const overwritten = useOverwritten(restored, initial, typed);
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
    <Form<Values>
      {...rest}
      key={round}
      initial={{ ...initial, ...kept?.values }}
      onSubmit={submit}
      problems={problem?.fields ?? overwritten}>
      <DraftKeeper
        draft={draft}
        initial={initial}
        restored={restored}
        secrets={secrets}
        saves={saves}
        keepsAt={keepsAt}
      />
      {restored !== null && (
        <Banner tone="info" icon={<InfoIcon />} action={<Button onPress={discard}>{t('draft.discard')}</Button>}>
          {t('draft.restored')}
        </Banner>
      )}
      {restored !== null && overwritten.length > 0 && problem === null && (
        <Banner tone="caution" icon={<WarningIcon />}>
          <Overwritten names={overwritten.map(({ field }) => name(field))} />
        </Banner>
      )}
      {problem !== null && <FormProblem problem={problem} />}
      {gone === null ? (
        <CancelContext value={cancel}>{children}</CancelContext>
      ) : (
        <TypedText place={gone} initial={initial} secrets={secrets} nameOf={name} />
      )}
    </Form>
  );
}

/** Above the form, and a long one is saved from its end: what is tied to no field comes into sight. */
function FormProblem({ problem }: { problem: Problem }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const { values } = useFormikContext<FormikValues>();
  /** What was refused, as it was then. */
  const [refused, setRefused] = useState({ problem, values });
  if (refused.problem !== problem) setRefused({ problem, values });
  useEffect(() => {
    if (!problem.fields?.length) reveal(place.current);
  }, [problem]);
  const fields = problem.fields ?? [];
  // All that it spoke of was changed since: whether that is right is said by the next try.
  const isAnswered =
    fields.length > 0 && fields.every(({ field }) => getIn(values, field) !== getIn(refused.values, field));
  return isAnswered ? null : (
    <div ref={place}>
      <ProblemBanner problem={problem} />
    </div>
  );
}

function Overwritten({ names }: { names: readonly string[] }): ReactNode {
  const { t, i18n } = useTranslation();
  return t('draft.changedByOthers', { fields: new Intl.ListFormat(i18n.language, { type: 'unit' }).format(names) });
}

/** What is said at the fields that somebody else changed while their draft lay. */
function useOverwritten(
  restored: Restored<object> | null,
  initial: FormikValues,
  typed: ReadonlySet<string> | undefined,
): readonly ServerProblem[] {
  const { t } = useTranslation();
  const [current] = useState(initial);
  return useMemo(
    () =>
      (restored?.overwritten ?? []).map((field) => {
        const value = comparableText(field, current[field], typed);
        return {
          field,
          message: value === null ? t('draft.changedMeanwhile') : t('draft.changedMeanwhileTo', { value }),
        };
      }),
    [t, restored, current, typed],
  );
}

const NO_SECRETS: readonly string[] = [];

function without<Values extends object>(values: Values, names: readonly string[]): Partial<Values> {
  const rest: Partial<Values> = { ...values };
  for (const name of names) Reflect.deleteProperty(rest, name);
  return rest;
}

interface DraftKeeperProps<Values> {
  draft: Draft;
  initial: Values;
  /** What a draft put into the form, as long as nothing was saved. */
  restored: Restored<Partial<Values>> | null;
  secrets: readonly string[];
  /** How often the form was saved: what is there then is what the server has. */
  saves: number;
  keepsAt: KeepsAt | undefined;
}

/** Keeps the draft at what is typed, and guards it. */
function DraftKeeper<Values extends FormikValues>({
  draft,
  initial,
  restored,
  secrets,
  saves,
  keepsAt,
}: DraftKeeperProps<Values>): ReactNode {
  const { values, isSubmitting } = useFormikContext<Values>();
  const [clean, setClean] = useState(() => ({ saves, values: initial }));
  if (clean.saves !== saves) setClean({ saves, values });
  useLeaveGuard(Object.keys(changedFields(clean.values, values)).length > 0 && !isSubmitting, keepsAt);
  useEffect(() => {
    if (isSubmitting) return;
    const shown = without(values, secrets);
    draft.save(beganOf(without(clean.values, secrets), restored, shown), shown);
  }, [draft, clean, restored, isSubmitting, secrets, values]);
  return null;
}
