import { useState, type ReactNode } from 'react';
import { DAY, fromIso, toIso } from '../../domain/base/index.ts';
import { operators, type Operator, type OperatorBinding } from '../../domain/operator/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Badge, Button, EmptyState, Link, OperatorIcon, Panel, PlusIcon, Select, Skeleton } from '../../ui/index.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { useNow } from '../shared/time/useNow.ts';
import { AssignDialog } from './AssignDialog.tsx';
import './operators.css';

const SPANS = ['7', '30', '90', '365'] as const;
/** Assignments that were made ahead are shown as well. */
const AHEAD = 30 * DAY;

/** Which units the operator drove and drives, by hand and by key; each opens the unit's timeline at that instant. */
export function OperatorAssignments({ operator }: { operator: Operator }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const now = useNow();
  const [since, setSince] = useState(now);
  const [days, setDays] = useState<(typeof SPANS)[number]>('30');
  const [edited, setEdited] = useState<OperatorBinding | 'new' | null>(null);
  const answer = useAnswer(
    'getOperatorBindings',
    { operator_ids: [operator.operator_id], from: toIso(since - Number(days) * DAY), to: toIso(since + AHEAD) },
    ['driver', 'operator', 'unit'],
  );
  const mayChange = mayIn(operator, operators.needs.change);
  return (
    <Panel
      title={t('operators.assignments')}
      actions={
        mayChange && (
          <Button icon={<PlusIcon aria-hidden="true" />} onPress={() => setEdited('new')}>
            {t('operators.assign')}
          </Button>
        )
      }>
      <Select
        label={t('operators.period')}
        value={days}
        options={SPANS.map((value) => ({ value, label: t('operators.days', { count: Number(value) }) }))}
        onChange={(value) => {
          setSince(now);
          setDays(value);
        }}
      />
      {answer.problem !== null && (
        <ProblemBanner problem={answer.problem} action={<Button onPress={answer.reload}>{t('common.retry')}</Button>} />
      )}
      {answer.value === null ? (
        answer.problem === null && <Skeleton height="120px" />
      ) : (
        <Bindings bindings={answer.value.bindings} mayChange={mayChange} now={now} onEdit={setEdited} />
      )}
      {answer.value?.truncated === true && <p className="dim">{t('operators.truncated')}</p>}
      {edited !== null && (
        <AssignDialog operator={operator} binding={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Panel>
  );
}

interface BindingsProps {
  readonly bindings: readonly OperatorBinding[];
  readonly mayChange: boolean;
  readonly now: number;
  readonly onEdit: (binding: OperatorBinding) => void;
}

function Bindings({ bindings, mayChange, now, onEdit }: BindingsProps): ReactNode {
  const { t } = useTranslation();
  const [removed, setRemoved] = useState<OperatorBinding | null>(null);
  if (bindings.length === 0)
    return (
      <EmptyState title={t('operators.noAssignments')} icon={<OperatorIcon />}>
        {t('operators.noAssignmentsLead')}
      </EmptyState>
    );
  return (
    <>
      <ul className="operator-bindings" aria-label={t('operators.assignments')}>
        {bindings.map((binding) => (
          <BindingLine
            key={binding.binding_id}
            binding={binding}
            mayChange={mayChange}
            now={now}
            onEdit={() => onEdit(binding)}
            onRemove={() => setRemoved(binding)}
          />
        ))}
      </ul>
      {removed !== null && <RemoveBinding binding={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

interface BindingLineProps {
  readonly binding: OperatorBinding;
  readonly mayChange: boolean;
  readonly now: number;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function BindingLine({ binding, mayChange, now, onEdit, onRemove }: BindingLineProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const notify = useNotify();
  const act = useAct();
  const { unit_id, unit_name, from, to, source, key, ended, operator_id, operator_name } = binding;
  const isCurrent = fromIso(from) <= now && (to === null || fromIso(to) > now);
  const end = async (): Promise<void> => {
    const reply = await act.run('releaseOperator', { operator_id, unit_id });
    if (reply !== null) notify.done(t('operators.released', { name: operator_name, unit: unit_name }));
  };
  return (
    <li className="operator-binding">
      <span className="operator-binding-unit">
        <Link href={`/units/map?units=${unit_id}&at=${encodeURIComponent(from)}`}>
          <bdi>{unit_name}</bdi>
        </Link>{' '}
        {isCurrent && <Badge tone="normal">{t('operators.driving')}</Badge>}
      </span>
      <span className="figures">
        {formats.dateTime(fromIso(from))} – {to === null ? '…' : formats.dateTime(fromIso(to))}
        {' · '}
        {formats.duration(Math.max(0, (to === null ? now : fromIso(to)) - fromIso(from)))}
      </span>
      <span className="dim">
        {source === 'manual' ? t('operators.byHand') : t('operators.byKey')}{' '}
        {key !== '' && (
          <bdi dir="ltr" className="figures">
            {key}
          </bdi>
        )}
        {ended !== null && source === 'key' && ` · ${t(`operators.ended.${ended}`)}`}
      </span>
      {mayChange && (
        <span className="operator-binding-acts">
          {isCurrent && (
            <Button size="compact" busy={act.busy} onPress={() => void end()}>
              {t('operators.end')}
            </Button>
          )}
          {source === 'manual' && (
            <Button size="compact" variant="quiet" onPress={onEdit}>
              {t('common.edit')}
            </Button>
          )}
          <Button size="compact" variant="quiet" onPress={onRemove}>
            {t('common.remove')}
          </Button>
        </span>
      )}
      {act.problem !== null && <ProblemBanner problem={act.problem} />}
    </li>
  );
}

function RemoveBinding({ binding, onClose }: { binding: OperatorBinding; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const act = useAct();
  const remove = async (): Promise<void> => {
    if ((await act.run('deleteOperatorBinding', { binding_id: binding.binding_id })) === null) return;
    notify.done(t('operators.removed'));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('operators.removeTitle', { unit: binding.unit_name })}
      confirmLabel={t('common.remove')}
      danger
      busy={act.busy}
      problem={act.problem}
      onConfirm={() => void remove()}
      onClose={onClose}>
      {t(binding.source === 'key' ? 'operators.removeByKey' : 'operators.removeByHand')}
    </ConfirmDialog>
  );
}
