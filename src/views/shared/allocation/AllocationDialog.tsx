import { useFormikContext } from 'formik';
import { useMemo, useState, type ReactNode } from 'react';
import type { AccountId, Instant } from '../../../domain/base/index.ts';
import { allocationSchema, type AllocationForm } from '../../../domain/allocation/index.ts';
import { toIso } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, ComboBox, Dialog, Skeleton } from '../../../ui/index.ts';
import { Form, useFormField } from '../../../ui/forms/index.ts';
import { treeLines } from '../account/accountTree.ts';
import { useClock } from '../services/browser.ts';
import { useAnswer } from '../services/calls.ts';
import { DATE_PRESETS, presetSpan } from '../time/datePresets.ts';
import type { Problem } from '../services/fleet.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { FormButtons } from '../form/FormButtons.tsx';
import { useSession } from '../services/session.ts';
import { FormDateTimeField } from '../time/FormDateTimeField.tsx';
import './allocation.css';

/** What is written; the account is null until one is chosen. */
type AllocationValues = Omit<AllocationForm, 'account_id'> & { account_id: number | null };

export interface AllocationDialogProps {
  title: string;
  /** What it means, above the fields. */
  lead: ReactNode;
  busy: boolean;
  problem: Problem | null;
  /** Nothing begins earlier: it cannot be given for a time before it was there. */
  notBefore?: Instant;
  /** More to choose, for example which devices go along. */
  children?: ReactNode;
  /** `account` is the name of the one that was chosen. */
  onAllocate: (form: AllocationForm, account: string) => Promise<void>;
  onClose: () => void;
}

/** Gives something to an account below for a span of time. Dates are those of one's own account's zone. */
export function AllocationDialog({
  title,
  lead,
  busy,
  problem,
  notBefore,
  children,
  onAllocate,
  onClose,
}: AllocationDialogProps): ReactNode {
  const { t } = useTranslation();
  const { settings } = useFormats();
  const [account, setAccount] = useState('');
  return (
    <Dialog open wide title={title} closeLabel={t('common.close')} onClose={onClose}>
      <Form<AllocationValues>
        label={title}
        initial={{ account_id: null, start_date: '', end_date: '' }}
        schema={allocationSchema}
        problems={problem?.fields}
        className="allocation-form"
        onSubmit={(values) =>
          values.account_id === null ? undefined : onAllocate({ ...values, account_id: values.account_id }, account)
        }>
        {problem !== null && <ProblemBanner problem={problem} />}
        <p className="dim">{lead}</p>
        <AccountField onNamed={setAccount} />
        <Presets notBefore={notBefore ?? Number.NEGATIVE_INFINITY} />
        <div className="allocation-dates">
          <FormDateTimeField name="start_date" label={t('allocation.start')} required earliest={notBefore} />
          <FormDateTimeField name="end_date" label={t('allocation.end')} required />
        </div>
        <p className="dim">{t('dateField.zone', { zone: settings.timeZone })}</p>
        {children}
        <FormButtons busy={busy} onCancel={onClose} submitLabel={t('allocation.allocate')} />
      </Form>
    </Dialog>
  );
}

/** Accounts below one's own; deeper ones stand further in. */
function AccountField({ onNamed }: { onNamed: (name: string) => void }): ReactNode {
  const { t, i18n } = useTranslation();
  const { account } = useSession();
  const field = useFormField<number | null>('account_id', t('allocation.account'));
  const tree = useAnswer('getChildAccounts', {}, ['account']);
  const accounts = tree.value?.accounts;
  const own: AccountId | null = account?.account_id ?? null;
  const options = useMemo(() => {
    const names = new Map((accounts ?? []).map((each) => [each.account_id, each.name]));
    return treeLines(accounts ?? [], new Intl.Collator(i18n.language))
      .filter(({ account: each }) => each.account_id !== own)
      .map(({ account: each }) => ({
        value: String(each.account_id),
        label: each.name,
        ...(each.parent_id !== null && each.parent_id !== own ? { note: names.get(each.parent_id) ?? '' } : {}),
      }));
  }, [accounts, own, i18n.language]);
  const choose = (id: string): void => {
    field.onChange(Number(id));
    onNamed(options.find(({ value }) => value === id)?.label ?? '');
  };
  if (tree.problem !== null)
    return <ProblemBanner problem={tree.problem} action={<Button onPress={tree.reload}>{t('common.retry')}</Button>} />;
  if (tree.value === null) return <Skeleton height="60px" />;
  return (
    <ComboBox
      label={t('allocation.account')}
      required
      options={options}
      value={field.value === null ? null : String(field.value)}
      error={field.error}
      onChange={choose}
      placeholder={t('common.choose')}
      emptyText={t(options.length === 0 ? 'allocation.noAccounts' : 'common.noMatches')}
      openLabel={t('common.open')}
    />
  );
}

/** One press for both dates. */
function Presets({ notBefore }: { notBefore: Instant }): ReactNode {
  const { t, i18n } = useTranslation();
  const { settings } = useFormats();
  const now = useClock();
  const { setFieldValue } = useFormikContext();
  return (
    <ul className="allocation-presets" aria-label={t('datePresets.title')}>
      {/* A span that is over cannot be given any more. */}
      {DATE_PRESETS.filter((preset) => !preset.startsWith('last') && preset !== 'yesterday').map((preset) => (
        <li key={preset}>
          <Button
            size="compact"
            onPress={() => {
              const { from, to } = presetSpan(preset, now, settings.timeZone, i18n.language);
              void setFieldValue('start_date', toIso(Math.max(from, notBefore)));
              void setFieldValue('end_date', toIso(to));
            }}>
            {t(`datePresets.${preset}`)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
