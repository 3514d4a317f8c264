import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, CloseIcon, IconButton } from '../../../ui/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';

/** Chosen units that are shown at once; the others open. */
const SHOWN = 40;

/** The units that are chosen, each with a button that takes it out again. */
export function ChosenUnits({
  ids,
  onChange,
}: {
  ids: readonly number[];
  onChange: (ids: readonly number[]) => void;
}): ReactNode {
  const { t } = useTranslation();
  const { byId, loading } = useStore(useFleet().units);
  const [isOpen, setOpen] = useState(false);
  if (ids.length === 0) return null;
  const nameOf = (id: number): string => byId.get(id)?.name ?? (loading ? '…' : t('rules.unitGone', { id }));
  return (
    <>
      <div className="rule-units-head">
        <output>{t('rules.unitsChosen', { count: ids.length })}</output>
        {ids.length > 1 && (
          <Button size="compact" variant="quiet" onPress={() => onChange([])}>
            {t('rules.removeAll')}
          </Button>
        )}
      </div>
      <ul className="labels-chosen" aria-label={t('rules.chosenUnits')}>
        {(isOpen ? ids : ids.slice(0, SHOWN)).map((id) => (
          <li key={id}>
            <bdi>{nameOf(id)}</bdi>
            <IconButton
              size="compact"
              label={t('rules.removeUnit', { name: nameOf(id) })}
              icon={<CloseIcon aria-hidden="true" />}
              onPress={() => onChange(ids.filter((other) => other !== id))}
            />
          </li>
        ))}
      </ul>
      {!isOpen && ids.length > SHOWN && (
        <Button size="compact" variant="quiet" onPress={() => setOpen(true)}>
          {t('rules.showAllUnits', { count: ids.length })}
        </Button>
      )}
    </>
  );
}
