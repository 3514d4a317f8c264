import { Fragment, useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { TELEMETRY, toIso, type Instant } from '../../../domain/base/index.ts';
import { UNIT_EVENT_KINDS, type Place, type UnitEventKind } from '../../../domain/unitEvent/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import {
  Button,
  CommandIcon,
  FilterIcon,
  FuelIcon,
  GeofenceIcon,
  Menu,
  NotificationIcon,
  OfflineIcon,
  ParkedIcon,
  PlayIcon,
  OperatorIcon,
  RemoveUserIcon,
  RouteIcon,
  RuleIcon,
  StopIcon,
  WarningIcon,
  type IconType,
} from '../../../ui/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';
import { EVENT_SUBJECTS } from '../timeline/index.ts';
import { eventDetail, eventLines, eventSpots, linesWithin, type EventLine, type EventLineKind } from './eventLines.ts';
import { EventsExport } from './ModeExport.tsx';
import { ModeList, ModeTools, type ModeScope } from './ModeFrame.tsx';
import { useAddresses } from './useAddresses.ts';
import type { ModeInterval } from './useModeInterval.ts';

export interface EventsPanelProps {
  readonly scope: ModeScope;
  readonly interval: ModeInterval;
  readonly map: Pick<FleetMap, 'setSpots'> | null;
  /** Brings timeline and map to an event, and lets time stand there. */
  readonly onSeek: (instant: Instant, place: Place | null) => void;
}

/** Lines that are shown at once, and events that are asked for at once; pressing a button brings as many again. */
const PAGE = 80;
const READ = 500;

/** What happened to the units in an interval, the latest first, and where. */
export function EventsPanel({ scope, interval, map, onSeek }: EventsPanelProps): ReactNode {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  const [kinds, setKinds] = useState<readonly UnitEventKind[]>([]);
  const [shown, setShown] = useState(PAGE);
  const [limit, setLimit] = useState(READ);
  const isOfChosen = scope.unitIds.length > 0;
  const answer = useAnswer(
    'getEvents',
    {
      ...(isOfChosen && { unit_ids: [...scope.unitIds] }),
      from: toIso(interval.asked.from),
      to: toIso(interval.asked.to),
      ...(kinds.length > 0 && { kinds: [...kinds] }),
      limit,
    },
    // In a whole fleet something changes every second: that list is read again as the timeline goes on, and by its
    // button.
    isOfChosen ? EVENT_SUBJECTS : [],
  );
  const isCut = answer.value?.truncated === true;
  const known = useMemo(() => eventLines(answer.value?.events ?? []), [answer.value]);
  const listed = linesWithin(known, interval.listed);
  // Where the ruler has left all that is known, that stays until the answer comes.
  const { start, end } = listed.start === listed.end && answer.loading ? { start: 0, end: known.length } : listed;
  const lines = useMemo(() => known.slice(start, end), [known, start, end]);
  const cut = lines.slice(0, Math.max(shown, lines.findIndex(({ key }) => key === chosen) + 1));
  const showMore = (): void => {
    setShown(cut.length + PAGE);
    if (isCut && cut.length + PAGE > lines.length) setLimit(Math.min(limit + READ, TELEMETRY.intervalRows));
  };
  const spots = useMemo(() => eventSpots(lines, chosen), [lines, chosen]);
  const press = ({ key, time, event }: EventLine): void => {
    setChosen(key);
    onSeek(time, event.position);
  };
  const pressSpot = useEffectEvent((id: string) => {
    const line = lines.find(({ key }) => key === id);
    if (line) press(line);
  });
  useEffect(() => map?.setSpots(spots, (id) => pressSpot(id)), [map, spots]);
  useEffect(() => () => map?.setSpots([]), [map]);
  return (
    <>
      <ModeTools
        scope={scope}
        interval={interval}
        loading={answer.loading}
        onReload={answer.reload}
        exporter={<EventsExport lines={lines} />}>
        <Menu
          label={t('unitModes.events.kinds')}
          selected={new Set<string>(kinds)}
          trigger={
            <Button size="compact" icon={<FilterIcon aria-hidden="true" />}>
              {kinds.length === 0
                ? t('unitModes.events.allKinds')
                : t('unitModes.events.kindsChosen', { count: kinds.length })}
            </Button>
          }
          groups={[
            {
              id: 'kinds',
              label: t('unitModes.events.kinds'),
              entries: UNIT_EVENT_KINDS.map((kind) => ({ id: kind, label: t(`unitModes.events.kind.${kind}`) })),
            },
          ]}
          onAction={(id) => setKinds(UNIT_EVENT_KINDS.filter((kind) => (kind === id) !== kinds.includes(kind)))}
        />
      </ModeTools>
      <ModeList
        answer={answer}
        failed={t('unitModes.events.failed')}
        isEmpty={() => lines.length === 0}
        emptyTitle={t('unitModes.events.emptyTitle')}
        emptyLead={t('unitModes.events.emptyLead')}
        truncated={isCut && limit === TELEMETRY.intervalRows}>
        {() => (
          <>
            <EventRows lines={cut} chosen={chosen} isOfOne={scope.unitIds.length === 1} onPress={press} />
            {(lines.length > cut.length || (isCut && limit < TELEMETRY.intervalRows)) && (
              <Button variant="quiet" wide busy={answer.loading} onPress={showMore}>
                {t('unitModes.more')}
              </Button>
            )}
          </>
        )}
      </ModeList>
    </>
  );
}

interface EventRowsProps {
  readonly lines: readonly EventLine[];
  readonly chosen: string | null;
  /** All are of one unit, which need not be named in each. */
  readonly isOfOne: boolean;
  readonly onPress: (line: EventLine) => void;
}

/** A line an event, day by day. */
function EventRows({ lines, chosen, isOfOne, onPress }: EventRowsProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const addressOf = useAddresses(lines.map(({ event }) => event.position));
  const days = new Map<string, EventLine[]>();
  for (const line of lines) {
    const day = formats.date(line.time);
    days.set(day, [...(days.get(day) ?? []), line]);
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h3 className="mode-day-head">{day}</h3>
      <ul className="mode-lines" aria-label={t('unitModes.events.label')}>
        {ofDay.map((line) => (
          <EventRow
            key={line.key}
            line={line}
            chosen={line.key === chosen}
            address={addressOf(line.event.position)}
            isOfOne={isOfOne}
            onPress={() => onPress(line)}
          />
        ))}
      </ul>
    </section>
  ));
}

interface EventRowProps {
  readonly line: EventLine;
  readonly chosen: boolean;
  readonly address: string | null;
  readonly isOfOne: boolean;
  readonly onPress: () => void;
}

/** When, what, for how long, whose and where, in one line; the chosen one shows all of it. */
function EventRow({ line, chosen, address, isOfOne, onPress }: EventRowProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { byId } = useStore(useFleet().units);
  const { event, kind, time, isGrave } = line;
  const Icon = EVENT_ICONS[kind];
  const detail = eventDetail(line, formats, t);
  const place = event.position;
  const where =
    place === null ? t('unitModes.events.noPlace') : (address ?? formats.coordinates(place.latitude, place.longitude));
  const unit = isOfOne ? '' : (byId.get(event.unit_id)?.name ?? String(event.unit_id));
  const rest = [unit, event.driver, where];
  return (
    <li className="mode-line" data-chosen={chosen}>
      <button
        type="button"
        className="mode-line-button event-line"
        aria-pressed={chosen}
        title={`${t('unitModes.events.seek')}: ${formats.preciseTime(time)}, ${[detail, ...rest].filter(Boolean).join(', ')}`}
        onClick={onPress}>
        <Icon aria-hidden="true" data-grave={isGrave} />
        <time dateTime={event.time} className="figures dim">
          {formats.time(time)}
        </time>
        <span className="event-words">
          <strong>{t(`unitModes.events.kind.${kind}`)}</strong>
          {[detail, ...rest].map(
            (part, index) =>
              part !== '' && (
                // The order of the parts is fixed.
                // oxlint-disable-next-line react/no-array-index-key
                <Fragment key={index}>
                  {' · '}
                  <bdi className={index === 0 ? undefined : 'dim'}>{part}</bdi>
                </Fragment>
              ),
          )}
        </span>
      </button>
    </li>
  );
}

const EVENT_ICONS: Readonly<Record<EventLineKind, IconType>> = {
  tripStarted: PlayIcon,
  tripEnded: StopIcon,
  parked: ParkedIcon,
  arrived: ParkedIcon,
  noData: OfflineIcon,
  fuelTheft: FuelIcon,
  fuelRefill: FuelIcon,
  fuelFault: WarningIcon,
  checkpointReached: RouteIcon,
  checkpointLate: RouteIcon,
  checkpointSkipped: RouteIcon,
  offRoute: RouteIcon,
  backOnRoute: RouteIcon,
  runFinished: RouteIcon,
  alarm: NotificationIcon,
  command: CommandIcon,
  rule: RuleIcon,
  driverAssigned: OperatorIcon,
  driverReleased: RemoveUserIcon,
  zoneEntered: GeofenceIcon,
  zoneLeft: GeofenceIcon,
};
