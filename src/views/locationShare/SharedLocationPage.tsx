import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { HOUR, MINUTE, fromIso, type Instant } from '../../domain/base/index.ts';
import type { SharedArrival, SharedDestination, SharedLocation, SharedUnit } from '../../domain/share/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Banner, Button, FitIcon, Skeleton, WarningIcon } from '../../ui/index.ts';
import { EntranceBrand } from '../shared/account/Brand.tsx';
import { useScreenParameters } from '../shared/address/screen.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { LanguageSelect } from '../shared/LanguageSelect.tsx';
import { ProblemState } from '../shared/ProblemView.tsx';
import { lazyPart } from '../shared/code/lazyPart.ts';
import { useClock } from '../shared/services/browser.ts';
import { Branded, SharedNote } from './SharedFrame.tsx';
import { LINK, SHARED_PATH, endPath } from './sharedPlaces.ts';
import { useSharedLocation } from './useSharedLocation.ts';

const SharedMapPane = lazyPart(() => import('./SharedMapPane.tsx'));

/** Where the units of a share are, for whoever has its link. */
export default function SharedLocationPage(): ReactNode {
  const { id = '' } = useScreenParameters();
  return <Shared key={id} token={id} />;
}

function Shared({ token }: { token: string }): ReactNode {
  const { t } = useTranslation();
  const { replace } = useScreenPath();
  const { location, at, problem, retry } = useSharedLocation(token);
  const state = location?.state;
  useEffect(() => {
    if (state === 'upcoming') replace(SHARED_PATH.upcoming, { [LINK]: token });
    else if (state === 'expired' || state === 'invalid' || state === 'usedUp') replace(...endPath(state, token));
  }, [state, token, replace]);
  if (location?.state === 'active') return <Active location={location} at={at} isLost={problem !== null} />;
  return (
    <SharedNote title={t('screens.sharedLocation')}>
      {problem === null ? <Skeleton height="60px" /> : <ProblemState problem={problem} onRetry={retry} />}
    </SharedNote>
  );
}

type ActiveLocation = SharedLocation & { state: 'active' };

function Active({ location, at, isLost }: { location: ActiveLocation; at: Instant; isLost: boolean }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const [fits, setFits] = useState(0);
  const { name, units, brand, account_name: account, to, destination } = location;
  const located = units.filter(({ position }) => position !== null).length;
  return (
    <Branded brand={brand} title={name}>
      <div className="shared">
        <div className="shared-map">
          <Suspense fallback={<div aria-busy="true" />}>
            <SharedMapPane units={units} destination={destination} title={name} fitAt={`${fits} ${located}`} />
          </Suspense>
        </div>
        <main className="shared-panel">
          <header className="shared-head">
            <span className="shared-brand">
              <EntranceBrand size={24} />
            </span>
            <LanguageSelect />
          </header>
          <h1>
            <bdi>{name}</bdi>
          </h1>
          <p className="dim">
            {t('locationShare.by', { account })} · <TimeLeft location={location} at={at} />
          </p>
          {isLost && (
            <Banner tone="caution" icon={<WarningIcon />}>
              {t('locationShare.lost')}
            </Banner>
          )}
          {units.length === 0 && <p>{t('locationShare.noUnits')}</p>}
          <ul className="shared-units">
            {units.map((unit) => (
              <UnitLine key={unit.key} unit={unit} title={name} destination={destination} />
            ))}
          </ul>
          <footer className="shared-foot">
            <span className="dim">{t('locationShare.until', { time: formats.dateTime(fromIso(to)) })}</span>
            {located > 0 && (
              <Button
                size="compact"
                icon={<FitIcon aria-hidden="true" />}
                onPress={() => setFits((count) => count + 1)}>
                {t('locationShare.fit')}
              </Button>
            )}
          </footer>
        </main>
      </div>
    </Branded>
  );
}

/** By the server's clock, which the visitor's may differ from. */
function TimeLeft({ location: { now, to }, at }: { location: ActiveLocation; at: Instant }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const clock = useClock();
  const left = Math.max(0, fromIso(to) - fromIso(now) - (clock - at));
  return <span className="figures">{t('locationShare.left', { time: formats.duration(left) })}</span>;
}

interface UnitLineProps {
  readonly unit: SharedUnit;
  readonly title: string;
  readonly destination: SharedDestination | null;
}

function UnitLine({ unit, title, destination }: UnitLineProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useClock();
  const { name, position, zones, drivers, arrival } = unit;
  return (
    <li className="shared-unit">
      <strong>
        <bdi>{name || title}</bdi>
      </strong>
      {position === null ? (
        <span className="dim">{t('locationShare.noPosition')}</span>
      ) : (
        <>
          <span className="figures">
            {formats.speed(position.speed)}
            {position.speed >= 1 && ` · ${formats.course(position.course)}`}
          </span>
          <span className="dim">{t('time.lastSeen', { time: formats.relative(fromIso(position.time), now) })}</span>
        </>
      )}
      {destination !== null && arrival !== null && <Arrival arrival={arrival} destination={destination} now={now} />}
      {zones.length > 0 && <span>{t('locationShare.zones', { names: zones.join(', ') })}</span>}
      {drivers.length > 0 && <span>{t('locationShare.drivers', { names: drivers.join(', ') })}</span>}
    </li>
  );
}

interface ArrivalProps {
  readonly arrival: SharedArrival;
  readonly destination: SharedDestination;
  readonly now: Instant;
}

/** When a unit is expected at the destination, and how far it still is by road; both are estimates. */
function Arrival({ arrival: { remaining, eta }, destination: { name }, now }: ArrivalProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const place = name || t('locationShare.destination');
  if (remaining === 0) return <span className="shared-arrival">{t('locationShare.arrived', { place })}</span>;
  const distance = formats.distance(remaining);
  if (eta === null) return <span className="shared-arrival">{t('locationShare.distance', { place, distance })}</span>;
  const at = fromIso(eta);
  const left = formats.duration(Math.max(MINUTE, at - now));
  const time = at - now < 12 * HOUR ? formats.time(at) : formats.dateTime(at);
  return <span className="shared-arrival">{t('locationShare.eta', { place, time, left, distance })}</span>;
}
