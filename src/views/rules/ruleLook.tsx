import type { ReactNode } from 'react';
import type { Rule } from '../../domain/rule/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { StatusChip, type StatusShape, type StatusTone } from '../../ui/index.ts';

interface Look {
  readonly shape: StatusShape;
  readonly tone: StatusTone;
}

/** The state of a rule at this moment: it fires, is quiet, or is not at work. */
type RuleState = 'firing' | 'quiet' | 'resting';

const STATE_LOOK: Readonly<Record<RuleState, Look>> = {
  firing: { shape: 'square', tone: 'serious' },
  quiet: { shape: 'disc', tone: 'neutral' },
  resting: { shape: 'hollow', tone: 'off' },
};

const stateOf = ({ status, firing }: Pick<Rule, 'status' | 'firing'>): RuleState =>
  status === 'inactive' ? 'resting' : firing > 0 ? 'firing' : 'quiet';

/** What a rule does at this moment, in words. */
export function useStateWords(): (rule: Pick<Rule, 'status' | 'firing' | 'missing'>) => string {
  const { t } = useTranslation();
  return (rule) => {
    if (rule.missing > 0) return t('rules.incomplete');
    const state = stateOf(rule);
    return state === 'firing' ? t('rules.firingAt', { count: rule.firing }) : t(`rules.states.${state}`);
  };
}

/** The same by shape and hue as well. */
export function RuleStateChip({ rule }: { rule: Pick<Rule, 'status' | 'firing' | 'missing'> }): ReactNode {
  const { t } = useTranslation();
  const words = useStateWords();
  if (rule.missing > 0)
    return (
      <StatusChip shape="crossed" tone="critical" plain>
        {t('rules.incomplete')}
      </StatusChip>
    );
  return (
    <StatusChip {...STATE_LOOK[stateOf(rule)]} plain>
      {words(rule)}
    </StatusChip>
  );
}
