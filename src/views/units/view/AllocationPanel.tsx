import { useState, type ReactNode } from 'react';
import { SECOND } from '../../../domain/base/index.ts';
import { allocationState, type Allocation } from '../../../domain/allocation/index.ts';
import type { UnitDetails } from '../../../domain/unit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { AllocateIcon, Button, Checkbox, EmptyState, Panel, Skeleton } from '../../../ui/index.ts';
import { AllocationDialog } from '../../shared/allocation/AllocationDialog.tsx';
import { AllocationHistory } from '../../shared/allocation/AllocationHistory.tsx';
import { useSpanWords } from '../../shared/allocation/useSpanWords.ts';
import { Unanswered } from '../../shared/AnswerView.tsx';
import { useAnswer } from '../../shared/services/calls.ts';
import { ConfirmDialog } from '../../shared/form/ConfirmDialog.tsx';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { useAct } from '../../shared/services/useAct.ts';
import { useNow } from '../../shared/time/useNow.ts';

/** Spans that are shown; who wants more finds them in the audit. */
const SHOWN = 50;

/** Who holds the unit, who held it, and who will. */
export function AllocationPanel({ unit, isAllocated }: { unit: UnitDetails; isAllocated: boolean }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const answer = useAnswer('getUnitAllocations', { unit_id: unit.unit_id, limit: SHOWN }, ['unit']);
  const [allocating, setAllocating] = useState(false);
  const [ending, setEnding] = useState<Allocation | null>(null);
  const mayAllocate =
    mayIn(unit, { resource: 'account_units', action: 'a' }) && !isAllocated && unit.devices.length > 0;
  const mayEnd = mayIn(unit, { resource: 'account_units', action: 'u' }) && !isAllocated;
  const { value } = answer;
  return (
    <Panel
      title={t('unitForms.allocation.heading')}
      actions={
        mayAllocate && (
          <Button icon={<AllocateIcon aria-hidden="true" />} onPress={() => setAllocating(true)}>
            {t('unitForms.allocation.allocate')}
          </Button>
        )
      }>
      <p>
        <CurrentAllocation unit={unit} />
      </p>
      {value === null ? (
        <Unanswered answer={answer}>
          <Skeleton height="80px" />
        </Unanswered>
      ) : value.rows.length === 0 ? (
        <EmptyState title={t('unitForms.allocation.emptyTitle')} icon={<AllocateIcon />}>
          {t('unitForms.allocation.emptyLead')}
        </EmptyState>
      ) : (
        <AllocationHistory
          label={t('unitForms.allocation.history')}
          rows={value.rows}
          {...(mayEnd && { onEnd: setEnding, mayTakeBack: mayIn(unit, { resource: 'account_units', action: 'd' }) })}
        />
      )}
      {allocating && <Allocate unit={unit} onClose={() => setAllocating(false)} onDone={answer.reload} />}
      {ending !== null && <EndAllocation allocation={ending} onClose={() => setEnding(null)} onDone={answer.reload} />}
    </Panel>
  );
}

/** Who holds the unit now, or next. */
function CurrentAllocation({ unit: { allocation, account_name: owner } }: { unit: UnitDetails }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow(SECOND);
  if (allocation === null) return t('unitForms.allocation.none', { account: owner });
  const { account_name: account, start_date, end_date } = allocation;
  if (Date.parse(start_date) > now)
    return t('unitForms.allocation.planned', { owner, account, start: formats.dateTime(Date.parse(start_date)) });
  return end_date === null
    ? t('unitForms.allocation.nowOpen', { account })
    : t('unitForms.allocation.now', { account, end: formats.dateTime(Date.parse(end_date)) });
}

interface DialogProps {
  onClose: () => void;
  onDone: () => void;
}

/** Gives the unit to an account, with the devices that go along. */
function Allocate({ unit, onClose, onDone }: DialogProps & { unit: UnitDetails }): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const span = useSpanWords();
  const [along, setAlong] = useState<ReadonlySet<number>>(
    () => new Set(unit.devices.map(({ device_id }) => device_id)),
  );
  const [missing, setMissing] = useState(false);
  const choose = (id: number, on: boolean): void => {
    const next = new Set(along);
    if (on) next.add(id);
    else next.delete(id);
    setAlong(next);
    setMissing(false);
  };
  return (
    <AllocationDialog
      title={t('unitForms.allocation.title', { name: unit.name })}
      lead={t('unitForms.allocation.lead')}
      busy={act.busy}
      problem={act.problem}
      notBefore={Date.parse(unit.created_at)}
      onClose={onClose}
      onAllocate={async (form) => {
        if (along.size === 0) return setMissing(true);
        const device_ids = unit.devices.map(({ device_id }) => Number(device_id)).filter((id) => along.has(id));
        const given = await act.run('allocateUnit', { ...form, unit_id: unit.unit_id, device_ids });
        if (given === null) return;
        notify.done(t('unitForms.allocation.done', span(given.account_name, form)));
        onDone();
        onClose();
      }}>
      <fieldset className="allocation-devices">
        <legend className="field-label">{t('unitForms.allocation.devices')}</legend>
        {unit.devices.map((device) => (
          <Checkbox
            key={device.device_id}
            selected={along.has(device.device_id)}
            invalid={missing}
            onChange={(on) => choose(device.device_id, on)}>
            <bdi>{device.name}</bdi>{' '}
            <bdi dir="ltr" className="dim figures">
              {device.unique_identifier}
            </bdi>
          </Checkbox>
        ))}
        {missing && (
          <p role="alert" className="field-error">
            {t('validation.atLeastOneDevice')}
          </p>
        )}
      </fieldset>
    </AllocationDialog>
  );
}

/** Ends a span now, or takes back one that has not begun. */
function EndAllocation({ allocation, onClose, onDone }: DialogProps & { allocation: Allocation }): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const now = useNow(SECOND);
  const isUpcoming =
    allocationState({ from: Date.parse(allocation.start_date), to: Number.POSITIVE_INFINITY }, now) === 'upcoming';
  const word = isUpcoming ? 'takeBack' : 'end';
  const end = async (): Promise<void> => {
    if ((await act.run('endUnitAllocation', { allocation_id: allocation.allocation_id })) === null) return;
    notify.done(t(`unitForms.allocation.${word}Done`));
    onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t(`unitForms.allocation.${word}Title`, { account: allocation.account_name })}
      confirmLabel={t(isUpcoming ? 'allocation.takeBack' : 'allocation.endNow')}
      danger
      busy={act.busy}
      problem={act.problem}
      onConfirm={() => void end()}
      onClose={onClose}>
      {t(`unitForms.allocation.${word}Lead`, { account: allocation.account_name })}
    </ConfirmDialog>
  );
}
