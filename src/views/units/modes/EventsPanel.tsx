import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { toIso, type Instant } from '../../../domain/base/index.ts';
import { UNIT_EVENT_KINDS, type Place, type UnitEventKind } from '../../../domain/unitEvent/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import { Button, FilterIcon, Menu } from '../../../ui/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';
import { eventDetail, eventLines, eventSpots, linesWithin, type EventLine } from './eventLines.ts';
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

const PAGE = 80;

/** What happened to the units in an interval, the latest first, and where. */
export function EventsPanel({ scope, interval, map, onSeek }: EventsPanelProps): ReactNode {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  const [kinds, setKinds] = useState<readonly UnitEventKind[]>([]);
  const [shown, setShown] = useState(PAGE);
  const answer = useAnswer('getEvents', {
    ...(scope.unitIds.length > 0 && { unit_ids: [...scope.unitIds] }),
    from: toIso(interval.asked.from),
    to: toIso(interval.asked.to),
    ...(kinds.length > 0 && { kinds: [...kinds] }),
  });
  const known = useMemo(() => eventLines(answer.value?.events ?? []), [answer.value]);
  const listed = linesWithin(known, interval.listed);
  // Where the ruler has left all that is known, that stays until the answer comes.
  const { start, end } = listed.start === listed.end && answer.loading ? { start: 0, end: known.length } : listed;
  const lines = useMemo(() => known.slice(start, end), [known, start, end]);
  const cut = lines.slice(0, Math.max(shown, lines.findIndex(({ key }) => key === chosen) + 1));
  const addressOf = useAddresses(cut.map(({ event }) => event.position));
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
      <ModeTools scope={scope} interval={interval} loading={answer.loading} onReload={answer.reload}>
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
        truncated={answer.value?.truncated === true}>
        {() => (
          <>
            <ul className="mode-lines" aria-label={t('unitModes.events.label')}>
              {cut.map((line) => (
                <EventRow
                  key={line.key}
                  line={line}
                  chosen={line.key === chosen}
                  address={addressOf(line.event.position)}
                  onPress={() => press(line)}
                />
              ))}
            </ul>
            {lines.length > cut.length && (
              <Button variant="quiet" wide onPress={() => setShown(cut.length + PAGE)}>
                {t('unitModes.more')}
              </Button>
            )}
          </>
        )}
      </ModeList>
    </>
  );
}

function EventRow({
  line: { event, time, isGrave },
  chosen,
  address,
  onPress,
}: {
  line: EventLine;
  chosen: boolean;
  address: string | null;
  onPress: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { byId } = useStore(useFleet().units);
  const detail = eventDetail(event, formats, t);
  const where =
    event.position === null
      ? t('unitModes.events.noPlace')
      : (address ?? formats.coordinates(event.position.latitude, event.position.longitude));
  return (
    <li className="mode-line" data-chosen={chosen}>
      <button
        type="button"
        className="mode-line-button"
        aria-pressed={chosen}
        title={t('unitModes.events.seek')}
        onClick={onPress}>
        <span className="mode-line-head">
          <span className="mode-dot" data-look={isGrave ? 'alarm' : 'event'} aria-hidden="true" />
          <strong>{t(`unitModes.events.kind.${event.kind}`)}</strong>
          <time dateTime={event.time} className="figures dim mode-line-measure">
            {formats.preciseTime(time)}
          </time>
        </span>
        <span className="mode-line-unit">
          <bdi>{byId.get(event.unit_id)?.name ?? event.unit_id}</bdi>
          {detail !== '' && (
            <span className="dim">
              {' '}
              · <bdi>{detail}</bdi>
            </span>
          )}
        </span>
        <bdi className="dim">{where}</bdi>
      </button>
    </li>
  );
}
