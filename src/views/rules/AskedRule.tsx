import type { ReactNode } from 'react';
import type { Rule } from '../../domain/rule/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, LinkButton, WarningIcon } from '../../ui/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { AnswerScreen } from '../shared/AnswerView.tsx';
import { GoneNotice } from '../shared/gone/GoneNotice.tsx';
import { isGone } from '../shared/gone/WhileThere.tsx';
import { useFreshAnswer } from '../shared/services/calls.ts';
import { RULE_PATHS } from './paths.ts';
import './rules.css';

/** The rule that an address names, as a number; null where it names none. */
export function askedRule(query: URLSearchParams): number | null {
  const id = Number(query.get('rule_id'));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Reads the rule of the address, and shows what waits, failed or is not there in its place. */
export function AskedRule({ title, children }: { title: string; children: (rule: Rule) => ReactNode }): ReactNode {
  const { t } = useTranslation();
  const id = askedRule(useScreenPath().query);
  const answer = useFreshAnswer('getRule', id === null ? null : { rule_id: id }, ['rule']);
  const isAsked = (rule: Rule): boolean => rule.rule_id === id;
  const isThere = answer.value !== null && isAsked(answer.value);
  if (id === null || (!isThere && isGone(answer.problem))) {
    return (
      <div className="rule-screen">
        <h1 className="page-title">{title}</h1>
        <Banner
          tone="caution"
          icon={<WarningIcon />}
          action={<LinkButton href={RULE_PATHS.list}>{t('gone.to.rules')}</LinkButton>}>
          {t('rules.missing')}
        </Banner>
      </div>
    );
  }
  return (
    <AnswerScreen
      answer={answer}
      isAsked={isAsked}
      gone={(rule) => <GoneRule rule={rule} />}
      named={({ name }) => ({ name })}
      className="rule-screen"
      blocks={[260, 180]}>
      {children}
    </AnswerScreen>
  );
}

/** In the place of a rule that was deleted. */
function GoneRule({ rule }: { rule: Rule }): ReactNode {
  return <GoneNotice name={rule.name} thing={{ account_id: rule.account_id, allocated_to: null }} list="rules" />;
}
