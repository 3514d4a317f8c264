import { useState, type ReactNode } from 'react';
import { PAGE, SECOND } from '../../domain/base/index.ts';
import type { UnclaimedDevice } from '../../domain/device/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Badge, Button, LinkButton, Panel, SearchField } from '../../ui/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { CutNote } from '../shared/list/CutNote.tsx';
import { useNow } from '../shared/time/useNow.ts';
import { useReloading } from '../shared/services/useReloading.ts';

/** How often the list is read while it is shown: who installs a tracker waits for it. */
const REFRESH = 10 * SECOND;
/** Trackers that are shown at once; pressing a button shows the rest. */
const SHOWN = 3;

/** Trackers that are read; of more than these one searches. */
const MOST = 100;

/** Trackers that reported and belong to nobody: each is one press away from being set up. Nothing where there are none. */
export function NewTrackers(): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { value, reload } = useAnswer('getUnclaimedDevices', { limit: MOST, ...(search !== '' && { search }) }, [
    'device',
  ]);
  useReloading(reload, REFRESH);
  const rows = value?.rows ?? [];
  if (rows.length === 0 && search === '') return null;
  const shown = isOpen ? rows : rows.slice(0, SHOWN);
  return (
    <Panel
      title={
        <>
          {t('devices.newTrackers')} <Badge tone="accent">{formats.number(value?.total ?? rows.length)}</Badge>
        </>
      }
      className="new-trackers">
      <p className="dim">{t('devices.newTrackersLead')}</p>
      {(search !== '' || (value !== null && value.total > rows.length)) && (
        <SearchField
          label={t('devices.searchTrackers')}
          clearLabel={t('common.clearSearch')}
          value={search}
          onChange={setSearch}
          maxLength={PAGE.maximumSearch}
        />
      )}
      <CutNote shown={rows.length} total={value?.total ?? 0} />
      {rows.length === 0 && <p>{t('list.noMatchTitle')}</p>}
      <ul>
        {shown.map((tracker) => (
          <TrackerLine key={`${tracker.protocol}:${tracker.identifier}`} tracker={tracker} />
        ))}
      </ul>
      {rows.length > SHOWN && (
        <Button variant="quiet" size="compact" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t(isOpen ? 'devices.fewer' : 'devices.allTrackers', { count: rows.length })}
        </Button>
      )}
    </Panel>
  );
}

function TrackerLine({ tracker }: { tracker: UnclaimedDevice }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const { identifier, protocol, model, address, last_seen, attempts } = tracker;
  return (
    <li>
      <bdi dir="ltr" className="figures new-tracker-name">
        {identifier}
      </bdi>
      <Badge>
        <bdi dir="ltr">{protocol}</bdi>
      </Badge>
      <span className="dim new-tracker-more">
        <bdi dir="ltr">{address}</bdi> · {formats.relative(Date.parse(last_seen), now)} ·{' '}
        {t('devices.attempts', { count: attempts })}
      </span>
      <LinkButton
        size="compact"
        href={`/device/create?${new URLSearchParams({ identifier, protocol, ...(model !== '' && { model }) }).toString()}`}
        aria-label={t('devices.setUpOf', { identifier })}>
        {t('devices.setUp')}
      </LinkButton>
    </li>
  );
}
