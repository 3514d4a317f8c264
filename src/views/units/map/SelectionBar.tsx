import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import {
  CloseIcon,
  FitIcon,
  FollowIcon,
  IconButton,
  LabelIcon,
  LinkButton,
  Button,
  TripsIcon,
} from '../../../ui/index.ts';
import { ChangeLabels } from '../../shared/form/ChangeLabels.tsx';
import { useFleet } from '../../shared/services/fleet.ts';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { useSession } from '../../shared/services/session.ts';
import { useStore } from '../../shared/services/store.ts';
import { MODE_PLACES } from '../../shared/unit/unitModes.ts';
import { ShareButton } from '../../shared/share/ShareButton.tsx';

export interface SelectionBarProps {
  readonly selected: readonly number[];
  readonly following: boolean;
  readonly onFollow: (on: boolean) => void;
  readonly onFit: () => void;
  readonly onClear: () => void;
}

/** What can be done to several units at once; over the map while several are selected. */
export function SelectionBar({ selected, following, onFollow, onFit, onClear }: SelectionBarProps): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const mayIn = useMayIn();
  const { byId } = useStore(useFleet().units);
  const [labelling, setLabelling] = useState(false);
  const units = selected.flatMap((unitId) => byId.get(unitId) ?? []);
  return (
    <div className="selection-bar" role="toolbar" aria-label={t('unitModes.selection.label')}>
      <output>{t('unitModes.selection.count', { count: selected.length })}</output>
      <Button
        size="compact"
        variant="quiet"
        icon={<FollowIcon aria-hidden="true" />}
        onPress={() => onFollow(!following)}>
        {t(following ? 'unitModes.selection.stopFollowing' : 'unitModes.selection.follow')}
      </Button>
      <Button size="compact" variant="quiet" icon={<FitIcon aria-hidden="true" />} onPress={onFit}>
        {t('unitModes.selection.fit')}
      </Button>
      {can(MODE_PLACES.trips.need) && (
        <LinkButton
          size="compact"
          variant="quiet"
          icon={<TripsIcon aria-hidden="true" />}
          href={`${MODE_PLACES.trips.path}?units=${selected.join(',')}`}>
          {t('unitModes.selection.trips')}
        </LinkButton>
      )}
      {units.every((unit) => mayIn(unit, { resource: 'units', action: 'u' })) && (
        <Button
          size="compact"
          variant="quiet"
          icon={<LabelIcon aria-hidden="true" />}
          onPress={() => setLabelling(true)}>
          {t('unitModes.selection.labels')}
        </Button>
      )}
      <ShareButton units={units} look={{ size: 'compact', variant: 'quiet' }} />
      <IconButton
        size="compact"
        label={t('unitModes.selection.clear')}
        icon={<CloseIcon aria-hidden="true" />}
        onPress={onClear}
      />
      {labelling && (
        <ChangeLabels
          of="units"
          things={units.map(({ unit_id: id, name, labels }) => ({ id, name, labels }))}
          onDone={() => setLabelling(false)}
          onClose={() => setLabelling(false)}
        />
      )}
    </div>
  );
}
