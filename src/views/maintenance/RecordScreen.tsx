import { useState, type ReactNode } from 'react';
import { object, type InferType } from 'yup';
import { fromIso } from '../../domain/base/index.ts';
import { billFields, serviceReminders, type ServiceRecord } from '../../domain/maintenance/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, DeleteIcon, EditIcon, Link, Panel } from '../../ui/index.ts';
import { AnswerScreen } from '../shared/AnswerView.tsx';
import { useScreenParameters } from '../shared/address/screen.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { entityPaths } from '../shared/entity/index.ts';
import { Fact } from '../shared/Fact.tsx';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { DraftForm } from '../shared/form/DraftForm.tsx';
import { FormButtons } from '../shared/form/FormButtons.tsx';
import { useOwnChanges } from '../shared/form/ownChanges.ts';
import { useServiceWords } from '../shared/maintenance/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { BillFields } from './BillFields.tsx';
import '../shared/entity/entity.css';

const billSchema = object(billFields);
type Bill = InferType<typeof billSchema>;

/** A service that was done, with its bill. */
export default function RecordScreen(): ReactNode {
  const { id } = useScreenParameters();
  const recordId = Number(id);
  const answer = useAnswer('getServiceRecord', { service_record_id: recordId }, ['service_reminder']);
  return (
    <AnswerScreen
      answer={answer}
      isAsked={({ service_record_id: each }) => each === recordId}
      named={({ name }) => ({ name })}
      className="entity-screen"
      blocks={[240]}>
      {(record) => <Record record={record} />}
    </AnswerScreen>
  );
}

function Record({ record }: { record: ServiceRecord }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const mayIn = useMayIn();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const reminder = entityPaths(serviceReminders).view(record.service_reminder_id);
  return (
    <div className="entity-screen">
      <header className="page-head">
        <h1 className="page-title">
          <bdi>{record.name}</bdi>, {formats.dateTime(fromIso(record.done_at))}
        </h1>
        {mayIn(record, serviceReminders.needs.remove) && (
          <Button variant="quiet" icon={<DeleteIcon aria-hidden="true" />} onPress={() => setOpen('delete')}>
            {t('service_reminders.remove')}
          </Button>
        )}
        {open !== 'edit' && mayIn(record, serviceReminders.needs.change) && (
          <Button variant="primary" icon={<EditIcon aria-hidden="true" />} onPress={() => setOpen('edit')}>
            {t('service_reminders.correct')}
          </Button>
        )}
      </header>
      {open === 'edit' ? (
        <Correct record={record} onClose={() => setOpen(null)} />
      ) : (
        <Panel label={t('service_reminders.done')}>
          <Facts record={record} reminder={reminder} />
        </Panel>
      )}
      {open === 'delete' && <RemoveRecord record={record} reminder={reminder} onClose={() => setOpen(null)} />}
    </div>
  );
}

function Facts({ record, reminder }: { record: ServiceRecord; reminder: string }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useServiceWords();
  const { odometer, engine_hours: hours, cost, currency, unit_id: unitId } = record;
  const facts: readonly (readonly [string, string])[] = [
    ['odometer', odometer === null ? '' : words.figure('km', odometer)],
    ['engine_hours', hours === null ? '' : words.figure('hours', hours)],
    ['work', record.work.join(', ')],
    ['cost', cost === null ? '' : words.cost(cost, currency)],
    ['place', record.place],
    ['invoice', record.invoice],
    ['note', record.note],
    ['recorded_by', record.recorded_by],
    ['created_at', formats.dateTime(fromIso(record.created_at))],
  ];
  return (
    <dl className="fact-grid">
      <Fact label={t('service_reminders.one')}>
        <Link href={reminder}>
          <bdi>{record.name}</bdi>
        </Link>
      </Fact>
      <Fact label={t('service_reminders.fields.unit_name')}>
        {unitId === null || record.unit_name === '' ? (
          '–'
        ) : (
          <Link href={`/unit/${unitId}`}>
            <bdi>{record.unit_name}</bdi>
          </Link>
        )}
      </Fact>
      {facts.map(([field, text]) => (
        <Fact key={field} label={t(`service_reminders.bill.${field}`)}>
          <bdi>{text === '' ? '–' : text}</bdi>
        </Fact>
      ))}
    </dl>
  );
}

function Correct({ record, onClose }: { record: ServiceRecord; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const act = useAct();
  const notify = useNotify();
  const own = useOwnChanges();
  const [began] = useState(({ cost, currency, place, invoice, note } = record): Bill => ({
    cost,
    currency,
    place,
    invoice,
    note,
  }));
  const save = async (values: Bill): Promise<boolean> => {
    const changes = own.of(began, values, act.problem);
    const saved = await act.run('updateServiceRecord', { ...changes, service_record_id: record.service_record_id });
    if (saved === null) return false;
    notify.done(t('service_reminders.corrected'));
    onClose();
    return true;
  };
  return (
    <DraftForm<Bill>
      draftKey={`serviceRecord.${record.service_record_id}`}
      initial={began}
      schema={billSchema}
      nameOf={(field) => t(`service_reminders.bill.${field}`)}
      problem={act.problem}
      onSubmit={save}
      label={t('service_reminders.correct')}
      className="entity-form">
      <Panel title={t('service_reminders.billTitle')}>
        <BillFields />
      </Panel>
      <FormButtons busy={act.busy} onCancel={onClose} isBar />
    </DraftForm>
  );
}

function RemoveRecord({
  record,
  reminder,
  onClose,
}: {
  record: ServiceRecord;
  reminder: string;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const { goOn } = useScreenPath();
  const notify = useNotify();
  const act = useAct();
  const remove = async (): Promise<void> => {
    if ((await act.run('deleteServiceRecord', { service_record_id: record.service_record_id })) === null) return;
    notify.done(t('service_reminders.removed'));
    goOn(reminder);
  };
  return (
    <ConfirmDialog
      title={t('service_reminders.removeTitle')}
      confirmLabel={t('service_reminders.remove')}
      busy={act.busy}
      problem={act.problem}
      onConfirm={() => void remove()}
      onClose={onClose}>
      {t(record.is_last ? 'service_reminders.removeLast' : 'service_reminders.removeOlder')}
    </ConfirmDialog>
  );
}
