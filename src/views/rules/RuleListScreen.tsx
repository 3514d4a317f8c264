import type { ReactNode } from 'react';
import { rules, type Rule } from '../../domain/rule/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { EntityList, type Cells } from '../shared/entity/index.ts';
import { useNow } from '../shared/time/useNow.ts';
import { RulePicture } from './gallery/RulePicture.tsx';
import { RuleStateChip, useStateWords } from './ruleLook.tsx';
import { useRuleWords } from './useRuleWords.ts';
import './rules.css';

/** Rules of the account, what they ask for, and whether they fire. */
export default function RuleListScreen(): ReactNode {
  const { t } = useTranslation();
  return <EntityList entity={rules} cells={useRuleCells()} deletion={() => <p>{t('rules.deleteKeeps')}</p>} />;
}

/** What a rule asks for, with the picture of its kind. */
function Asked({ rule, words }: { rule: Rule; words: string }): ReactNode {
  return (
    <span className="rule-asked">
      <RulePicture conditions={rule.conditions} />
      <span>{words}</span>
    </span>
  );
}

function useRuleCells(): Cells<typeof rules> {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const words = useRuleWords();
  const stateWords = useStateWords();
  const units = ({ all_units, sub_accounts, unit_count }: Rule): string =>
    all_units ? t(sub_accounts ? 'rules.allUnits' : 'rules.ownUnits') : t('units.list.count', { count: unit_count });
  const fired = ({ last_fired }: Rule): string =>
    last_fired === null ? t('time.never') : formats.dateTime(Date.parse(last_fired));
  return {
    conditions: { text: (row) => words(row), cell: (row) => <Asked rule={row} words={words(row)} /> },
    unit_count: { text: units },
    firing: { text: stateWords, cell: (row) => <RuleStateChip rule={row} /> },
    last_fired: {
      text: fired,
      cell: (row) =>
        row.last_fired === null ? (
          <span className="dim">{t('time.never')}</span>
        ) : (
          <time className="figures" dateTime={row.last_fired} title={fired(row)}>
            {formats.relative(Date.parse(row.last_fired), now)}
          </time>
        ),
    },
  };
}
