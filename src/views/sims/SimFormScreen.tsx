import { useState, type ReactNode } from 'react';
import { LENGTH } from '../../domain/base/index.ts';
import { SIM_STATUSES, simSchema, type Sim, type SimForm } from '../../domain/sim/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/index.ts';
import { FormRadioGroup, FormTextField } from '../../ui/forms/index.ts';
import { AnswerScreen } from '../shared/AnswerView.tsx';
import { useFreshAnswer } from '../shared/services/calls.ts';
import { AccountOfNew, type ForAccount } from '../shared/form/AccountOfNew.tsx';
import { DraftForm } from '../shared/form/DraftForm.tsx';
import { FormButtons } from '../shared/form/FormButtons.tsx';
import { useOwnChanges } from '../shared/form/ownChanges.ts';
import { LabelsField } from '../shared/form/LabelsField.tsx';
import { useScreenParameters } from '../shared/address/screen.ts';
import { useMayIn } from '../shared/services/mayIn.ts';
import { BeyondReach } from '../shared/BeyondReach.tsx';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { GoneSim, simAbove } from './SimPage.tsx';
import './sims.css';

type SimValues = SimForm & ForAccount;

const NEW: SimValues = { sim_number: '', sim_operator: '', iccid: '', apn: '', status: 'active', labels: [], note: '' };

/** Adds a SIM card, or changes one. */
export default function SimFormScreen(): ReactNode {
  const { id } = useScreenParameters();
  const mayIn = useMayIn();
  const answer = useFreshAnswer('getSim', id === undefined ? null : { sim_id: Number(id) }, ['sim']);
  if (id === undefined) return <CardForm saved={null} />;
  return (
    <AnswerScreen
      answer={answer}
      isAsked={(sim) => String(sim.sim_id) === id}
      gone={(sim) => <GoneSim sim={sim} />}
      named={simAbove}
      className="sim-screen"
      blocks={[260]}>
      {(sim) =>
        mayIn(sim, { resource: 'sims', action: 'u' }) ? (
          <CardForm key={id} saved={sim} />
        ) : (
          <BeyondReach href={`/sim/${sim.sim_id}/view`} name={sim.sim_number} account={sim.account_name} />
        )
      }
    </AnswerScreen>
  );
}

function valuesOf({ sim_number, sim_operator, iccid, apn, status, labels, note }: Sim): SimValues {
  return { sim_number, sim_operator, iccid, apn, status, labels: [...labels], note };
}

function CardForm({ saved }: { saved: Sim | null }): ReactNode {
  const { t } = useTranslation();
  const { goOn } = useScreenPath();
  const notify = useNotify();
  const act = useAct();
  const own = useOwnChanges();
  const [began] = useState(() => (saved === null ? NEW : valuesOf(saved)));
  const title = t(saved === null ? 'screens.simCreate' : 'screens.simEdit');
  const save = async (values: SimValues): Promise<boolean> => {
    const sim =
      saved === null
        ? await act.run('createSim', values)
        : await act.run('updateSim', { ...own.of(began, values, act.problem), sim_id: saved.sim_id });
    if (sim === null) return false;
    notify.done(t('sims.saved'));
    goOn(`/sim/${sim.sim_id}/view`);
    return true;
  };
  return (
    <div className="sim-screen">
      <h1 className="page-title">{title}</h1>
      <DraftForm<SimValues>
        draftKey={`sim.${saved?.sim_id ?? 'new'}`}
        initial={began}
        schema={simSchema}
        problem={act.problem}
        onSubmit={save}
        label={title}
        className="sim-form">
        <Panel label={title}>
          <div className="sim-fields">
            {saved === null && <AccountOfNew need={{ resource: 'sims', action: 'a' }} />}
            <FormTextField
              name="sim_number"
              label={t('sims.number')}
              required
              direction="ltr"
              inputMode="tel"
              autoComplete="off"
              hint={t('sims.numberHint', LENGTH.simNumber)}
            />
            <FormTextField
              name="sim_operator"
              label={t('sims.operator')}
              required
              autoComplete="off"
              hint={t('common.bounds', LENGTH.simOperator)}
            />
            <FormTextField
              name="iccid"
              label={t('sims.iccid')}
              direction="ltr"
              inputMode="numeric"
              autoComplete="off"
              hint={t('sims.iccidHint')}
            />
            <FormTextField
              name="apn"
              label={t('sims.apn')}
              direction="ltr"
              autoComplete="off"
              hint={t('sims.apnHint')}
            />
            <FormRadioGroup
              name="status"
              label={t('sims.status')}
              options={SIM_STATUSES.map((value) => ({ value, label: t(`sims.statuses.${value}`) }))}
            />
            <LabelsField name="labels" label={t('sims.labels')} hint={t('roles.labelsHint')} of="sims" />
            <FormTextField name="note" label={t('sims.note')} autoComplete="off" hint={t('sims.upTo', LENGTH.note)} />
          </div>
        </Panel>
        <FormButtons
          busy={act.busy}
          onCancel={() => goOn(saved === null ? '/sim' : `/sim/${saved.sim_id}/view`)}
          isBar
        />
      </DraftForm>
    </div>
  );
}
