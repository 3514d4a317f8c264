import { useState, type ReactNode } from 'react';
import type { Rule } from '../../domain/rule/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { DraftForm } from '../shared/form/DraftForm.tsx';
import { FormButtons } from '../shared/form/FormButtons.tsx';
import { useOwnChanges } from '../shared/form/ownChanges.ts';
import { useMayIn } from '../shared/services/mayIn.ts';
import { BeyondReach } from '../shared/BeyondReach.tsx';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { AskedRule } from './AskedRule.tsx';
import { RuleFields } from './form/RuleFields.tsx';
import { NEW_RULE, ruleForm, ruleOf, ruleValuesSchema, type RuleValues } from './form/ruleValues.ts';
import { RULE_PATHS } from './paths.ts';
import './rules.css';

/** Makes a rule, or replaces one. */
export default function RuleFormScreen(): ReactNode {
  const { t } = useTranslation();
  const { path } = useScreenPath();
  const mayIn = useMayIn();
  if (path.startsWith(RULE_PATHS.create)) return <RuleForm key="new" saved={null} />;
  return (
    <AskedRule title={t('screens.ruleEdit')}>
      {(rule) =>
        mayIn(rule, { resource: 'alert', action: 'u' }) ? (
          <RuleForm key={rule.rule_id} saved={rule} />
        ) : (
          <BeyondReach href={RULE_PATHS.list} name={rule.name} account={rule.account_name} />
        )
      }
    </AskedRule>
  );
}

function RuleForm({ saved }: { saved: Rule | null }): ReactNode {
  const { t } = useTranslation();
  const { goOn } = useScreenPath();
  const notify = useNotify();
  const act = useAct();
  const own = useOwnChanges();
  /** The rule as it was when its form opened. */
  const [began] = useState(() => (saved === null ? NEW_RULE : ruleForm(saved)));
  const title = t(saved === null ? 'screens.ruleCreate' : 'screens.ruleEdit');
  const draftKey = `rule.${saved?.rule_id ?? 'new'}`;
  const save = async (values: RuleValues): Promise<boolean> => {
    const form = ruleOf(values);
    const rule =
      saved === null
        ? await act.run('createRule', form)
        : await act.run('updateRule', { ...form, rule_id: saved.rule_id, expected: own.expected(began, act.problem) });
    if (rule === null) return false;
    notify.done(t('rules.saved', { name: rule.name }));
    goOn(RULE_PATHS.list);
    return true;
  };
  return (
    <div className="rule-screen">
      <h1 className="page-title">{saved === null ? title : <bdi>{saved.name}</bdi>}</h1>
      <DraftForm<RuleValues>
        draftKey={draftKey}
        initial={began}
        schema={ruleValuesSchema}
        problem={act.problem}
        onSubmit={save}
        label={title}
        className="rule-form">
        <RuleFields saved={saved} />
        <FormButtons busy={act.busy} onCancel={() => goOn(RULE_PATHS.list)} isBar />
      </DraftForm>
    </div>
  );
}
