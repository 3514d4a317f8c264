import { useFormikContext } from 'formik';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { RULE } from '../../../domain/base/index.ts';
import { MATCHES, leavesOf, newCondition, newGroup } from '../../../domain/rule/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, CloseIcon, IconButton, Menu, MoreIcon, PlusIcon, WarningIcon } from '../../../ui/index.ts';
import { FormCheckbox, FormRadioGroup, useListError } from '../../../ui/forms/index.ts';
import type { Watched } from '../now/useWatched.ts';
import { OneCondition } from './OneCondition.tsx';
import { fieldOf, moved, movesOf, withList, without, type PartMove, type PartPath } from './partMoves.ts';
import { isTypedGroup, type RuleValues, type TypedCondition, type TypedPart } from './ruleValues.ts';

/** What the conditions of the form are changed by. */
interface Edit {
  readonly watched: Watched;
  /** All of the rule's. */
  readonly parts: readonly TypedPart[];
  readonly put: (parts: readonly TypedPart[]) => void;
  /** Puts the focus on the acts of what is at the path, once it is there. */
  readonly focus: (path: PartPath) => void;
}

const ROOT: PartPath = [];

/** The conditions of a rule, in groups and alone, and whether all have to hold or any of them. */
export function ConditionFields({ watched }: { watched: Watched }): ReactNode {
  const {
    values: { conditions },
    setFieldValue,
  } = useFormikContext<RuleValues>();
  const box = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<PartPath | null>(null);
  useEffect(() => {
    if (wanted !== null)
      box.current?.querySelector<HTMLElement>(`[data-part="${wanted.join('.')}"] > .rule-part-acts button`)?.focus();
  }, [wanted]);
  const edit: Edit = {
    watched,
    parts: conditions,
    put: (next) => void setFieldValue('conditions', next),
    focus: setWanted,
  };
  return (
    <div ref={box}>
      <PartList path={ROOT} list={conditions} edit={edit} />
    </div>
  );
}

interface PartListProps {
  /** Of the group; empty: the rule itself. */
  readonly path: PartPath;
  readonly list: readonly TypedPart[];
  readonly edit: Edit;
}

/** Conditions and groups beside one another, and how they are joined. */
function PartList({ path, list, edit }: PartListProps): ReactNode {
  const { t } = useTranslation();
  const own = path.length === 0 ? '' : `${fieldOf(path)}.`;
  const problem = useListError(`${own}conditions`, t('rules.test'));
  return (
    <div className="rule-conditions">
      {list.length > 1 && (
        <FormRadioGroup
          name={`${own}match`}
          label={t(path.length === 0 ? 'rules.match' : 'rules.groupMatch')}
          options={MATCHES.map((value) => ({ value, label: t(`rules.matches.${value}`) }))}
        />
      )}
      {list.map((part, index) => (
        // A condition has nothing that it could be known by but its place; its fields keep nothing of their own.
        // oxlint-disable-next-line react/no-array-index-key
        <Part key={index} path={[...path, index]} part={part} edit={edit} />
      ))}
      {problem !== undefined && (
        <Banner tone="critical" icon={<WarningIcon />}>
          {problem}
        </Banner>
      )}
      <AddButtons path={path} list={list} edit={edit} />
    </div>
  );
}

/** Adds to the list, as far as a rule may have more. */
function AddButtons({ path, list, edit }: PartListProps): ReactNode {
  const { t } = useTranslation();
  const { parts, put } = edit;
  const isFull = list.length >= RULE.conditions.max || leavesOf<TypedCondition>(parts).length >= RULE.conditionsInAll;
  const add = (part: TypedPart): void => put(withList(parts, path, (own) => [...own, part]));
  return (
    <div className="rule-part-add">
      <Button
        size="compact"
        icon={<PlusIcon aria-hidden="true" />}
        isDisabled={isFull}
        onPress={() => add(newCondition('sensor'))}>
        {t('rules.addCondition')}
      </Button>
      {path.length + 1 < RULE.levels && (
        <Button
          size="compact"
          icon={<PlusIcon aria-hidden="true" />}
          isDisabled={isFull}
          onPress={() => add(newGroup())}>
          {t('rules.addGroup')}
        </Button>
      )}
    </div>
  );
}

interface PartProps {
  readonly path: PartPath;
  readonly part: TypedPart;
  readonly edit: Edit;
}

function Part({ path, part, edit }: PartProps): ReactNode {
  const { t } = useTranslation();
  const isSingle = path.length === 1 && edit.parts.length === 1 && !isTypedGroup(part);
  const number = useNumber()(path);
  const { parts, put } = edit;
  return (
    <fieldset
      className="rule-condition"
      data-part={path.join('.')}
      data-group={isTypedGroup(part) || undefined}
      data-single={isSingle || undefined}>
      <legend className={isSingle ? 'visually-hidden' : 'rule-condition-head'}>
        {t(isTypedGroup(part) ? 'rules.groupAt' : 'rules.conditionAt', { number })}
      </legend>
      {!isSingle && <PartActs path={path} part={part} edit={edit} />}
      {isTypedGroup(part) ? (
        <>
          <FormCheckbox name={`${fieldOf(path)}.negated`} label={t('rules.negatedGroup')} />
          <PartList path={path} list={part.conditions} edit={edit} />
        </>
      ) : (
        <OneCondition
          path={fieldOf(path)}
          condition={part}
          watched={edit.watched}
          onKind={(kind) =>
            put(
              withList(parts, path.slice(0, -1), (own) =>
                own.with(path.at(-1) ?? 0, { ...newCondition(kind), negated: part.negated }),
              ),
            )
          }
        />
      )}
    </fieldset>
  );
}

/** Moves it, and removes it. */
function PartActs({ path, part, edit }: PartProps): ReactNode {
  const { t } = useTranslation();
  const numberOf = useNumber();
  const { parts, put, focus } = edit;
  const number = numberOf(path);
  const kind = isTypedGroup(part) ? 'Group' : 'Condition';
  const acts = movesOf(parts, path);
  const nameOf = (act: PartMove): string =>
    act.move === 'into'
      ? t('rules.moves.into', { number: numberOf([...path.slice(0, -1), act.group]) })
      : t(`rules.moves.${act.move}`);
  const go = (id: string): void => {
    const next = moved(parts, path, acts[Number(id)]);
    put(next.parts);
    focus(next.path);
  };
  return (
    <div className="rule-part-acts">
      <Menu
        label={t(`rules.move${kind}`, { number })}
        groups={[{ id: 'moves', entries: acts.map((act, place) => ({ id: String(place), label: nameOf(act) })) }]}
        onAction={go}
        trigger={
          <IconButton
            size="compact"
            label={t(`rules.move${kind}`, { number })}
            icon={<MoreIcon aria-hidden="true" />}
            isDisabled={acts.length === 0}
          />
        }
      />
      <IconButton
        size="compact"
        label={t(`rules.remove${kind}`, { number })}
        icon={<CloseIcon aria-hidden="true" />}
        onPress={() => {
          put(without(parts, path));
          focus([...path.slice(0, -1), Math.max(0, (path.at(-1) ?? 0) - 1)]);
        }}
      />
    </div>
  );
}

/** A place as people count: 2.1 is the first in the second group. */
function useNumber(): (path: PartPath) => string {
  const { number } = useFormats();
  return (path) => path.map((place) => number(place + 1)).join('.');
}
