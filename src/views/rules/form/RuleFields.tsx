import { useFormikContext } from 'formik';
import { useMemo, type ReactNode } from 'react';
import { watchesBelow } from '../../../domain/access/index.ts';
import { LENGTH, RULE, SECOND } from '../../../domain/base/index.ts';
import {
  alwaysHolds,
  isInstant,
  leavesOf,
  rules,
  type Rule,
  type RuleNames,
  type RuleTest,
} from '../../../domain/rule/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Banner, Panel, RadioGroup, WarningIcon } from '../../../ui/index.ts';
import { FormNumberField, FormRadioGroup, FormTextField, useFormField } from '../../../ui/forms/index.ts';
import { useEntityWords } from '../../shared/entity/index.ts';
import { useSession } from '../../shared/services/session.ts';
import { RuleGallery } from '../gallery/RuleGallery.tsx';
import { NowPanel } from '../now/NowPanel.tsx';
import { sensorNamed, useWatched, type Watched } from '../now/useWatched.ts';
import { PastSentence } from '../past/PastHeadline.tsx';
import { PastPanel } from '../past/PastPanel.tsx';
import { usePast, type Past } from '../past/usePast.ts';
import { useLimitWords } from '../useLimitWords.ts';
import { useRuleWords } from '../useRuleWords.ts';
import { ConditionFields } from './ConditionFields.tsx';
import { LimitFields } from './LimitFields.tsx';
import { ReferencesField } from './ReferencesField.tsx';
import { RuleNamesProvider, useRuleNames } from './ruleNames.tsx';
import { typedLimits, typedTest, type RuleValues } from './ruleValues.ts';
import { UnitsField } from './UnitsField.tsx';

/** What a rule is, beside what that gives at its units at this moment. */
export function RuleFields({ saved }: { saved: Rule | null }): ReactNode {
  return (
    <RuleNamesProvider saved={saved?.names ?? NO_NAMES}>
      <Fields saved={saved} />
    </RuleNamesProvider>
  );
}

const NO_NAMES: RuleNames = {};

function Fields({ saved }: { saved: Rule | null }): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<RuleValues>();
  const { field, status } = useEntityWords(rules);
  const { names } = useRuleNames();
  const watched = useWatched(values, saved, names.unitGroup);
  const { match, conditions, hold } = values;
  const question = useMemo(
    () => ({ match, conditions, test: typedTest({ match, conditions, hold }) }),
    [match, conditions, hold],
  );
  const past = usePast(values.all_units, watched, question.test, typedLimits(values), saved);
  return (
    <>
      <div className="rule-columns">
        <div className="rule-parts">
          {saved === null && <RuleGallery />}
          <Panel title={t('rules.rule')}>
            <div className="rule-fields">
              <FormTextField
                name="name"
                label={field('name')}
                required
                autoComplete="off"
                hint={t('common.bounds', LENGTH.ruleName)}
              />
              <FormRadioGroup
                name="status"
                label={field('status')}
                options={rules.statuses.map((value) => ({ value, label: status(value) }))}
              />
            </div>
          </Panel>
          <Panel title={t('rules.units')}>
            <UnitsPart saved={saved} />
          </Panel>
          <Panel title={t('rules.test')}>
            <ConditionFields watched={watched} />
            <HoldField test={question.test} />
          </Panel>
          <Panel title={t('rules.limits.title')}>
            <LimitFields />
          </Panel>
          <Sentence watched={watched} test={question.test} past={past} />
        </div>
        <NowPanel watched={watched} question={question} />
      </div>
      {past !== null && <PastPanel past={past} />}
    </>
  );
}

/** Everything that the account sees, now and later; or units that are named. */
function UnitsPart({ saved }: { saved: Rule | null }): ReactNode {
  const { t } = useTranslation();
  const { permissions } = useSession();
  const below = saved?.all_units === true ? saved.sub_accounts : watchesBelow(permissions);
  const field = useFormField<boolean>('all_units', t('rules.units'));
  return (
    <div className="rule-units">
      <RadioGroup
        label={t('rules.units')}
        labelHidden
        value={field.value ? 'all' : 'chosen'}
        onChange={(value) => field.onChange(value === 'all')}
        onBlur={field.onBlur}
        error={field.error}
        options={[
          { value: 'all', label: t(below ? 'rules.allUnits' : 'rules.ownUnits') },
          { value: 'chosen', label: t('rules.chosenUnits') },
        ]}
      />
      {field.value ? <p className="dim">{t(below ? 'rules.allUnitsHint' : 'rules.ownUnitsHint')}</p> : <ChosenParts />}
    </div>
  );
}

function ChosenParts(): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <ReferencesField
        name="unit_group_ids"
        kind="unitGroup"
        label={t('rules.findUnitGroups')}
        hint={t('rules.findUnitGroupsHint')}
        most={RULE.unitGroups}
      />
      <UnitsField />
    </>
  );
}

/** For how long all of it has to last. */
function HoldField({ test }: { test: RuleTest | null }): ReactNode {
  const { t } = useTranslation();
  const { duration } = useFormats();
  const {
    values: { hold },
  } = useFormikContext<RuleValues>();
  const isFine = typeof hold === 'number' && hold > 0 && hold <= RULE.hold.max;
  const hint = isFine ? t('rules.holdHint', { duration: duration(hold * SECOND) }) : t('rules.holdNone');
  const isAnyInstant = isFine && test !== null && leavesOf(test.conditions).some(isInstant);
  return (
    <div className="rule-fields">
      <FormNumberField
        name="hold"
        label={t('rules.hold')}
        whole
        measure={t('detection.measures.s')}
        hint={isAnyInstant ? `${hint} ${t('rules.holdInstant')}` : hint}
      />
    </div>
  );
}

/** The whole rule in words, and how often it would have fired. */
function Sentence({ watched, test, past }: { watched: Watched; test: RuleTest | null; past: Past | null }): ReactNode {
  const { t } = useTranslation();
  const words = useRuleWords();
  const limitWords = useLimitWords();
  const { names } = useRuleNames();
  const { values } = useFormikContext<RuleValues>();
  const limits = limitWords(typedLimits(values));
  const isAlways = test !== null && values.during === 'always' && alwaysHolds(test);
  return (
    <div className="rule-fields">
      {test !== null && (
        <p className="rule-sentence">
          <span className="dim">{t('rules.firesWhen')}</span>{' '}
          <strong>{words({ ...test, names }, (name) => sensorNamed(watched.readings, name))}</strong>
          {limits.length > 0 && <span>; {limits.join('; ')}</span>}
        </p>
      )}
      {past !== null && <PastSentence past={past} isOddAlready={isAlways} />}
      {isAlways && (
        <div className="rule-sentence">
          <Banner tone="caution" icon={<WarningIcon />}>
            {t('rules.alwaysHolds')}
          </Banner>
        </div>
      )}
    </div>
  );
}
