import { useEffect, type ReactNode } from 'react';
import { fromIso } from '../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Skeleton } from '../../ui/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { useClock } from '../shared/services/browser.ts';
import { ProblemState } from '../shared/ProblemView.tsx';
import { SharedNote } from './SharedFrame.tsx';
import { LINK, SHARED_PATH, endPath } from './sharedPlaces.ts';
import { useSharedLocation } from './useSharedLocation.ts';

/** The share begins later: counts down, and opens by itself. */
export default function UpcomingPage(): ReactNode {
  const { query } = useScreenPath();
  return <Upcoming key={query.get(LINK)} token={query.get(LINK) ?? ''} />;
}

function Upcoming({ token }: { token: string }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useClock();
  const { replace } = useScreenPath();
  const { location, problem, retry } = useSharedLocation(token === '' ? 'none' : token);
  const state = location?.state;
  useEffect(() => {
    if (state === 'active') replace(SHARED_PATH.active(token));
    else if (state === 'expired' || state === 'invalid' || state === 'usedUp') replace(...endPath(state, token));
  }, [state, token, replace]);
  const title = t('locationShare.upcoming.title');
  if (location?.state !== 'upcoming')
    return (
      <SharedNote title={title}>
        {problem === null ? <Skeleton height="60px" /> : <ProblemState problem={problem} onRetry={retry} />}
      </SharedNote>
    );
  const from = fromIso(location.from);
  return (
    <SharedNote title={title} brand={location.brand}>
      <p className="shared-name">
        <bdi>{location.name}</bdi>
      </p>
      <p className="dim">{t('locationShare.by', { account: location.account_name })}</p>
      <p>{t('locationShare.upcoming.at', { time: formats.dateTime(from) })}</p>
      <p className="shared-countdown figures" role="timer">
        {formats.duration(Math.max(0, from - now))}
      </p>
      <p className="dim">{t('locationShare.upcoming.opens')}</p>
    </SharedNote>
  );
}
