import { useState, type ReactNode } from 'react';
import { SECOND } from '../../domain/base/index.ts';
import type { UnclaimedDevice } from '../../domain/device/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Badge, Button, LinkButton, Panel } from '../../ui/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { useSession } from '../shared/services/session.ts';
import { useNow } from '../shared/time/useNow.ts';
import { useReloading } from '../shared/services/useReloading.ts';
import { TrackerSearch } from '../shared/trackerProof/TrackerSearch.tsx';

/** How often the list is read while it is shown: who installs a tracker waits for it. */
const REFRESH = 10 * SECOND;
/** Trackers that are shown at once; pressing a button shows the rest. */
const SHOWN = 3;

/** Trackers that are read; of more than these one searches. */
const MOST = 100;

/**
 * Trackers that reported and are not assigned: each is one press away from being set up. Nothing where there can be
 * none.
 */
export function NewTrackers(): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { account } = useSession();
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { value, reload } = useAnswer('getUnclaimedDevices', { limit: MOST, ...(search !== '' && { search }) }, [
    'device',
  ]);
  useReloading(reload, REFRESH);
  const rows = value?.rows ?? [];
  const total = value?.total ?? 0;
  // The operator of the server sees all there are; anybody else may know the number of one that is not listed.
  if (total === 0 && search === '' && account?.type === 'OWNER') return null;
  const shown = isOpen ? rows : rows.slice(0, SHOWN);
  return (
    <Panel
      title={
        <>
          {t('devices.newTrackers')} {total > 0 && <Badge tone="accent">{formats.number(total)}</Badge>}
        </>
      }
      className="new-trackers">
      {total > 0 && <p className="dim">{t('devices.newTrackersLead')}</p>}
      <TrackerSearch search={search} shown={rows.length} total={total} onChange={setSearch} />
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
        {address !== '' && (
          <>
            <bdi dir="ltr">{address}</bdi> ·{' '}
          </>
        )}
        {formats.relative(Date.parse(last_seen), now)} · {t('devices.attempts', { count: attempts })}
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
