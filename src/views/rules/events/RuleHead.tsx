import { useMemo, type ReactNode } from 'react';
import { rules, type Rule } from '../../../domain/rule/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, EditIcon, LinkButton, Skeleton, WarningIcon } from '../../../ui/index.ts';
import { Unanswered } from '../../shared/AnswerView.tsx';
import { StatusMark, entityPaths, useEntityWords } from '../../shared/entity/index.ts';
import { isGone } from '../../shared/gone/WhileThere.tsx';
import { useAnswer } from '../../shared/services/calls.ts';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { RulePicture } from '../gallery/RulePicture.tsx';
import { NowPanel } from '../now/NowPanel.tsx';
import { sensorNamed, useWatched } from '../now/useWatched.ts';
import { useLimitWords } from '../useLimitWords.ts';
import { useRuleWords } from '../useRuleWords.ts';

/** The rule whose events are listed: what it asks for, and how its units stand to it. */
export function RuleHead({ ruleId }: { ruleId: number }): ReactNode {
  const { t } = useTranslation();
  const answer = useAnswer('getRule', { rule_id: ruleId }, ['rule']);
  const { value, problem } = answer;
  if (isGone(problem)) {
    return (
      <>
        <h1 className="page-title">{value === null ? t('screens.eventList') : <bdi>{value.name}</bdi>}</h1>
        <Banner tone="caution" icon={<WarningIcon />}>
          {t('events.ruleGone')}
        </Banner>
      </>
    );
  }
  if (value === null)
    return (
      <Unanswered answer={answer}>
        <Skeleton height="160px" />
      </Unanswered>
    );
  return <KnownRule rule={value} />;
}

function KnownRule({ rule }: { rule: Rule }): ReactNode {
  const mayIn = useMayIn();
  const { t } = useTranslation();
  const words = useRuleWords();
  const limits = useLimitWords()(rule);
  const { status } = useEntityWords(rules);
  const watched = useWatched(rule, rule, rule.names.unitGroup);
  const question = useMemo(() => ({ match: rule.match, conditions: rule.conditions, test: rule }), [rule]);
  return (
    <div className="rule-head">
      <header className="page-head">
        <h1 className="page-title">
          <bdi>{rule.name}</bdi>
        </h1>
        <StatusMark status={rule.status}>{status(rule.status)}</StatusMark>
        {mayIn(rule, rules.needs.change) && (
          <LinkButton href={entityPaths(rules).edit(rule.rule_id)} icon={<EditIcon aria-hidden="true" />}>
            {t('common.edit')}
          </LinkButton>
        )}
      </header>
      <p className="rule-sentence rule-asked">
        <RulePicture conditions={rule.conditions} />
        <strong>{words(rule, (name) => sensorNamed(watched.readings, name))}</strong>
        {limits.length > 0 && <span>; {limits.join('; ')}</span>}
      </p>
      {rule.missing > 0 && (
        <Banner tone="critical" icon={<WarningIcon />}>
          {t('rules.broken', { count: rule.missing })}
        </Banner>
      )}
      <NowPanel watched={watched} question={question} />
    </div>
  );
}
