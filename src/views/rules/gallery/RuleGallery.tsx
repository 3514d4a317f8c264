import { useFormikContext } from 'formik';
import { memo, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { LENGTH, PAGE } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, Panel, TextField } from '../../../ui/index.ts';
import { searchWords } from '../../shared/unit/unitSearch.ts';
import type { RuleValues } from '../form/ruleValues.ts';
import { RULE_KIND_GROUPS, type RuleKind } from './ruleKinds.ts';
import './ruleGallery.css';

/** Kinds of rules as dispatchers name them: each fills in conditions and a name. */
export function RuleGallery(): ReactNode {
  const { t } = useTranslation();
  const { values, setValues } = useFormikContext<RuleValues>();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<RuleKind | null>(null);
  const nameOf = ({ key }: RuleKind): string => t(`rules.gallery.${key}.name`);
  const choose = (kind: RuleKind): void => {
    // A name that somebody wrote stays.
    const isOwn = values.name.trim() !== '' && (chosen === null || values.name !== nameOf(chosen));
    const name = isOwn ? values.name : nameOf(kind).slice(0, LENGTH.ruleName.max);
    void setValues({ ...values, name, match: 'all', conditions: kind.conditions, hold: kind.hold });
    setChosen(kind);
    setTyped('');
  };
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  const chooseLatest = useCallback((kind: RuleKind) => latest.current(kind), []);
  if (chosen !== null)
    return (
      <Panel title={t('rules.galleryTitle')}>
        <div className="rule-gallery-chosen">
          <chosen.icon aria-hidden="true" />
          <span>
            <strong>{nameOf(chosen)}</strong>
            <span className="dim">{t(`rules.gallery.${chosen.key}.lead`)}</span>
          </span>
          <Button size="compact" onPress={() => setChosen(null)}>
            {t('rules.galleryOther')}
          </Button>
        </div>
      </Panel>
    );
  return (
    <Panel title={t('rules.galleryTitle')}>
      <div className="rule-gallery">
        <p className="dim">{t('rules.galleryLead')}</p>
        <TextField
          label={t('rules.gallerySearch')}
          value={typed}
          maxLength={PAGE.maximumSearch}
          autoComplete="off"
          onChange={setTyped}
        />
        <KindCards typed={typed} onChoose={chooseLatest} />
      </div>
    </Panel>
  );
}

/** The cards of what is searched for. Apart from the form: they are many, and have nothing of what is typed there. */
const KindCards = memo(function KindCards({
  typed,
  onChoose,
}: {
  typed: string;
  onChoose: (kind: RuleKind) => void;
}): ReactNode {
  const { t } = useTranslation();
  const nameOf = ({ key }: RuleKind): string => t(`rules.gallery.${key}.name`);
  const words = searchWords(typed);
  const groups = RULE_KIND_GROUPS.map((group) => ({
    ...group,
    kinds: group.kinds.filter((kind) => {
      const text = `${nameOf(kind)} ${t(`rules.gallery.${kind.key}.lead`)} ${t(`rules.galleryGroups.${group.key}`)}`;
      return words.every((word) => text.toLowerCase().includes(word));
    }),
  })).filter(({ kinds }) => kinds.length > 0);
  return (
    <>
      {groups.length === 0 && <p className="dim">{t('common.noMatches')}</p>}
      <div className="rule-gallery-groups">
        {groups.map(({ key, kinds }) => (
          <section key={key} aria-label={t(`rules.galleryGroups.${key}`)}>
            <h3>{t(`rules.galleryGroups.${key}`)}</h3>
            <ul>
              {kinds.map((kind) => (
                <li key={kind.key}>
                  <button
                    type="button"
                    className="rule-gallery-kind"
                    aria-label={`${nameOf(kind)}. ${t(`rules.gallery.${kind.key}.lead`)}`}
                    onClick={() => onChoose(kind)}>
                    <kind.icon aria-hidden="true" />
                    <span>
                      <strong>{nameOf(kind)}</strong>
                      <span className="dim">{t(`rules.gallery.${kind.key}.lead`)}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
});
