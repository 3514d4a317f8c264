import { useDeferredValue, useState, type KeyboardEvent, type ReactNode } from 'react';
import { PAGE } from '../../../domain/base/index.ts';
import type { ReferenceKind } from '../../../domain/rule/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, CloseIcon, IconButton, PlusIcon, TextField } from '../../../ui/index.ts';
import { useFormField } from '../../../ui/forms/index.ts';
import { StepFocus } from '../../shared/form/StepFocus.tsx';
import { useRuleNames } from './ruleNames.tsx';
import { useReferences, type Reference } from './useReferences.ts';
import '../../shared/form/labelsField.css';

export interface ReferencesFieldProps {
  readonly name: string;
  readonly kind: ReferenceKind;
  readonly label: string;
  readonly hint: string;
  /** As many may be chosen. */
  readonly most: number;
}

/** Things that a rule refers to: searched on the server, and added one by one. */
export function ReferencesField({ name, kind, label, hint, most }: ReferencesFieldProps): ReactNode {
  const { t } = useTranslation();
  const field = useFormField<readonly number[]>(name, label);
  const { learn } = useRuleNames();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const { found, total } = useReferences(kind, search);
  const offered = found.filter(({ id }) => !field.value.includes(id));
  const isFull = field.value.length >= most;
  const add = (reference: Reference): void => {
    setTyped('');
    learn(kind, reference.id, reference.name);

    field.onChange([...field.value, reference.id]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter in a form would save it.
    event.preventDefault();
    if (typed.trim() !== '' && offered.length > 0 && !isFull) add(offered[0]);
  };
  // A fleet without groups of them needs no field for those.
  if (total === 0 && search === '' && field.value.length === 0 && kind.endsWith('Group')) return null;
  return (
    <StepFocus at={field.value.join()} className="labels-field">
      <TextField
        label={label}
        hint={hint}
        error={field.error}
        value={typed}
        maxLength={PAGE.maximumSearch}
        autoComplete="off"
        onChange={setTyped}
        onBlur={field.onBlur}
        onKeyDown={onKeyDown}
      />
      <Chosen kind={kind} label={label} ids={field.value} onChange={field.onChange} />
      {!isFull && offered.length > 0 && <Offered offered={offered} more={total - found.length} onAdd={add} />}
      {search !== '' && total === 0 && <p className="dim">{t('common.noMatches')}</p>}
    </StepFocus>
  );
}

interface ChosenProps {
  readonly kind: ReferenceKind;
  readonly label: string;
  readonly ids: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}

function Chosen({ kind, label, ids, onChange }: ChosenProps): ReactNode {
  const { t } = useTranslation();
  const { names } = useRuleNames();
  if (ids.length === 0) return null;
  return (
    <ul className="labels-chosen" aria-label={label}>
      {ids.map((id) => {
        const called = names[kind]?.[id];
        const shown = called ?? t('rules.referenceGone', { id });
        return (
          <li key={id} className={called === undefined ? 'rule-gone' : undefined}>
            <bdi>{shown}</bdi>
            <IconButton
              size="compact"
              label={t('rules.removeUnit', { name: shown })}
              icon={<CloseIcon aria-hidden="true" />}
              onPress={() => onChange(ids.filter((other) => other !== id))}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Things of several accounts may have the same name. */
const calledOf = ({ name, account }: Reference): string => (account === null ? name : `${name} (${account})`);

interface OfferedProps {
  readonly offered: readonly Reference[];
  /** Others that the search finds. */
  readonly more: number;
  readonly onAdd: (reference: Reference) => void;
}

function Offered({ offered, more, onAdd }: OfferedProps): ReactNode {
  const { t } = useTranslation();
  return (
    <ul className="labels-offered" aria-label={t('rules.referencesFound')}>
      {offered.map((reference) => (
        <li key={reference.id}>
          <Button
            size="compact"
            variant="quiet"
            icon={<PlusIcon aria-hidden="true" />}
            aria-label={t('rules.addUnit', { name: calledOf(reference) })}
            onPress={() => onAdd(reference)}>
            <bdi>{reference.name}</bdi>
            {reference.account !== null && <bdi className="dim">{reference.account}</bdi>}
          </Button>
        </li>
      ))}
      {more > 0 && <li className="dim rule-units-more">{t('rules.moreUnits', { count: more })}</li>}
    </ul>
  );
}
