import { useState, type ReactNode } from 'react';
import { RESOLUTIONS, type Alarm, type Resolution } from '../../../domain/alarm/index.ts';
import { DAY, HOUR, MINUTE, toIso } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, ComboBox, Dialog, RadioGroup, TextField } from '../../../ui/index.ts';
import { targetKey, targetOf, useRecipients } from '../alerts/useRecipients.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { useNow } from '../time/useNow.ts';
import { useAlarmActs } from './useAlarmActs.ts';

const SNOOZES = { m15: 15 * MINUTE, h1: HOUR, h4: 4 * HOUR, d1: DAY } as const;
type SnoozeName = keyof typeof SNOOZES;
const NAMES = Object.keys(SNOOZES) as SnoozeName[];

export type AskedAct = 'snooze' | 'resolve' | 'assign';

interface ActDialogProps {
  readonly act: AskedAct;
  readonly alarms: readonly Alarm[];
  readonly onClose: () => void;
}

/** Asks what an act needs: until when, for what reason, or to whom. */
export function ActDialog({ act, alarms, onClose }: ActDialogProps): ReactNode {
  const { t } = useTranslation();
  const now = useNow();
  const acts = useAlarmActs();
  const [snooze, setSnooze] = useState<SnoozeName>('h1');
  const [reason, setReason] = useState<Resolution>('handled');
  const [note, setNote] = useState('');
  const [target, setTarget] = useState(alarms.length === 1 ? keyOf(alarms[0]) : '');
  const submit = async (): Promise<void> => {
    const data = {
      alarm_ids: alarms.map(({ alarm_id }) => alarm_id),
      ...(alarms.length === 1 && { sequence: alarms[0].sequence }),
    };
    const send = {
      snooze: () => acts.snooze({ ...data, until: toIso(now + SNOOZES[snooze]) }),
      resolve: () => acts.resolve({ ...data, reason, note }),
      assign: () => acts.assign({ ...data, ...targetOf(target) }),
    };
    // The choices stay for another try.
    if (await send[act]()) onClose();
  };
  return (
    <Dialog
      open
      title={t(`alarms.${act}`)}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <Button variant="primary" busy={acts.busy} onPress={() => void submit()}>
          {t(`alarms.${act}`)}
        </Button>
      }>
      <div className="form">
        {acts.problem !== null && <ProblemBanner problem={acts.problem} />}
        {act === 'snooze' && (
          <RadioGroup
            label={t('fields.until')}
            value={snooze}
            onChange={setSnooze}
            options={NAMES.map((value) => ({ value, label: t(`alarms.snoozeFor.${value}`) }))}
          />
        )}
        {act === 'resolve' && (
          <>
            <RadioGroup
              label={t('alarms.reason')}
              value={reason}
              onChange={setReason}
              options={RESOLUTIONS.map((value) => ({ value, label: t(`alarms.reasons.${value}`) }))}
            />
            <TextField label={t('alarms.note')} value={note} onChange={setNote} />
          </>
        )}
        {act === 'assign' && <Target value={target} onChange={setTarget} />}
      </div>
    </Dialog>
  );
}

const keyOf = ({ assigned_user_id, assigned_role_id }: Alarm): string =>
  targetKey({ user_id: assigned_user_id, role_id: assigned_role_id });

const NO_PERSON = 'none';

function Target({ value, onChange }: { value: string; onChange: (value: string) => void }): ReactNode {
  const { t } = useTranslation();
  const { options, loading } = useRecipients();
  return (
    <ComboBox<string>
      label={t('alarms.assignedTo')}
      options={[{ value: NO_PERSON, label: t('alarms.nobody') }, ...options]}
      value={value === '' ? NO_PERSON : value}
      disabled={loading}
      onChange={(key) => onChange(key === NO_PERSON ? '' : key)}
      emptyText={t('common.noMatches')}
      openLabel={t('common.open')}
    />
  );
}
