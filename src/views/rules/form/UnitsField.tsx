import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { PAGE, RULE } from '../../../domain/base/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, PlusIcon, TextField } from '../../../ui/index.ts';
import { useFormField } from '../../../ui/forms/index.ts';
import { StepFocus } from '../../shared/form/StepFocus.tsx';
import { unitSearchText } from '../../shared/unit/unitSearch.ts';
import { useUnitsByName } from '../now/useWatched.ts';
import { ChosenUnits } from './ChosenUnits.tsx';
import { unitsByLabel, unitsFound } from './unitChoice.ts';
import '../../shared/form/labelsField.css';

/** Units, and labels, that are offered at once; more are found by typing. */
const OFFERED = 8;

/** The units that a rule names: searched, and added by one, by a label or all that were found. */
export function UnitsField(): ReactNode {
  const { t } = useTranslation();
  const field = useFormField<readonly number[]>('unit_ids', t('rules.units'));
  const [typed, setTyped] = useState('');
  const units = useUnitsByName();
  const texts = useMemo(() => units.map(unitSearchText), [units]);
  const found = useMemo(
    () => unitsFound(units, texts, new Set(field.value), typed),
    [units, texts, field.value, typed],
  );
  const room = RULE.units - field.value.length;
  const add = (more: readonly UnitSummary[]): void => {
    setTyped('');
    field.onChange([...field.value, ...more.slice(0, room).map(({ unit_id }) => unit_id)]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter in a form would save it.
    event.preventDefault();
    if (typed.trim() !== '' && found.length > 0 && room > 0) add(found.slice(0, 1));
  };
  return (
    <StepFocus at={field.value.join()} className="labels-field">
      <TextField
        label={t('rules.findUnits')}
        hint={t('rules.findUnitsHint')}
        error={field.error}
        value={typed}
        maxLength={PAGE.maximumSearch}
        autoComplete="off"
        onChange={setTyped}
        onBlur={field.onBlur}
        onKeyDown={onKeyDown}
      />
      {room > 0 ? (
        <Offered found={found} isSearched={typed.trim() !== ''} onAdd={add} />
      ) : (
        <p className="dim">{t('rules.unitsFull', { count: RULE.units })}</p>
      )}
      <ChosenUnits ids={field.value} onChange={field.onChange} />
    </StepFocus>
  );
}

interface OfferedProps {
  /** Those that are not chosen yet and that the search finds. */
  found: readonly UnitSummary[];
  isSearched: boolean;
  onAdd: (units: readonly UnitSummary[]) => void;
}

/** What may be added by one press. */
function Offered({ found, isSearched, onAdd }: OfferedProps): ReactNode {
  const { t } = useTranslation();
  const labels = useMemo(() => unitsByLabel(found).slice(0, OFFERED), [found]);
  if (found.length === 0) return isSearched ? <p className="dim">{t('common.noMatches')}</p> : null;
  const plus = <PlusIcon aria-hidden="true" />;
  return (
    <>
      <ul className="labels-offered" aria-label={t('rules.unitsFound')}>
        {found.slice(0, OFFERED).map((unit) => (
          <li key={unit.unit_id}>
            <Button
              size="compact"
              variant="quiet"
              icon={plus}
              aria-label={t('rules.addUnit', { name: unit.name })}
              onPress={() => onAdd([unit])}>
              <bdi>{unit.name}</bdi>
            </Button>
          </li>
        ))}
        {isSearched && found.length > 1 && (
          <li>
            <Button size="compact" icon={plus} onPress={() => onAdd(found)}>
              {t('rules.addFound', { count: found.length })}
            </Button>
          </li>
        )}
        {!isSearched && found.length > OFFERED && (
          <li className="dim rule-units-more">{t('rules.moreUnits', { count: found.length - OFFERED })}</li>
        )}
      </ul>
      {labels.length > 0 && (
        <ul className="labels-offered" aria-label={t('rules.byLabel')}>
          {labels.map(({ label, units }) => (
            <li key={label}>
              <Button size="compact" icon={plus} onPress={() => onAdd(units)}>
                {t('rules.addLabel', { label, count: units.length })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
