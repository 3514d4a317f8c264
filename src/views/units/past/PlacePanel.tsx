import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { TELEMETRY } from '../../../domain/base/index.ts';
import { boxOf, type Shape } from '../../../domain/geometry/index.ts';
import type { Visit } from '../../../domain/visit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import { Banner, Button, EmptyState } from '../../../ui/index.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { DayRange } from '../../shared/time/DayRange.tsx';
import { isReversed } from '../../shared/time/zonedDays.ts';
import { useNow } from '../../shared/time/useNow.ts';
import { useFleet, type VisitQuestion } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';
import { ScopeLine, type ModeScope } from '../modes/ModeFrame.tsx';
import { PlaceChoice } from './PlaceChoice.tsx';
import { askedSpan, circleAround, readPlaceQuestion, writePlaceQuestion, type PlaceQuestion } from './placeQuestion.ts';
import { outlinesOf } from './shapeOutline.ts';
import { usePlaceDrawing, type PlaceTool } from './usePlaceDrawing.ts';
import { usePlaceSearch, type FoundSoFar } from './usePlaceSearch.ts';
import { VisitList } from './VisitList.tsx';
import './past.css';

/** Metres around a point that somebody presses, until another radius is chosen. */
const RADIUS = 500;
/** Metres of a corridor that is drawn, until another width is chosen. */
const WIDTH = 100;

export interface PlacePanelProps {
  readonly scope: ModeScope;
  readonly map: FleetMap | null;
  /** Brings timeline, selection and clock to a visit. */
  readonly onVisit: (visit: Visit) => void;
}

/** Search by place: who was in a shape in some days, as it is found. */
export function PlacePanel({ scope, map, onVisit }: PlacePanelProps): ReactNode {
  const { settings } = useFormats();
  const now = useNow();
  const isCutOff = useStore(useFleet().presence).state === 'stale';
  const { query, replaceQuery } = useScreenPath();
  const asked = useMemo(() => readPlaceQuestion(query), [query]);
  // A shape with too many corners for an address is known here alone.
  const [unlinked, setUnlinked] = useState<Shape | null>(null);
  const shape = asked.shape ?? unlinked;
  const [radius, setRadius] = useState(shape?.type === 'circle' ? shape.radius : RADIUS);
  const [width, setWidth] = useState(shape?.type === 'corridor' ? shape.width : WIDTH);
  const span = askedSpan(asked, now, settings.timeZone);
  const questionOf = (fresh: Shape | null): VisitQuestion | null => {
    const area = fresh ?? shape;
    if (area === null || span === null || span.isTooLong || isReversed(asked.from, asked.to)) return null;
    return { shape: area, interval: span.interval, unitIds: scope.unitIds.length > 0 ? scope.unitIds : null };
  };
  const isAskable = questionOf(null) !== null;
  const ask = (change: Partial<PlaceQuestion>): void => {
    if (change.shape !== undefined) setUnlinked(change.shape);
    replaceQuery(writePlaceQuestion(query, { ...asked, ...change }));
  };
  const search = usePlaceSearch(questionOf, (next) => ask({ shape: next }));
  const { snapshot, send, found } = search;
  useLinkedSearch(isAskable, () => send({ type: 'place.ask' }));
  const [chosenTool, setTool] = useState<PlaceTool>('point');
  const tool = snapshot.hasTag('drawing') ? chosenTool : null;
  const drawn = (next: Shape): void => send({ type: 'place.drawn', shape: next });
  const leave = (): void => send({ type: 'place.leaveDrawing' });
  usePlaceDrawing(map, {
    tool,
    width,
    onPoint: (longitude, latitude) => drawn(circleAround(longitude, latitude, radius)),
    onShape: drawn,
    onCancelled: leave,
  });
  useOutline(map, shape);
  const choose = (next: Shape): void => {
    ask({ shape: next });
    const { west, south, east, north } = boxOf(next);
    map?.fit({ west, south, east, north });
  };
  return (
    <>
      <div className="mode-tools">
        <div className="mode-tools-row">
          <ScopeLine scope={scope} />
        </div>
        <PlaceChoice
          map={map}
          shape={shape}
          radius={radius}
          onRadius={(metres) => {
            setRadius(metres);
            if (shape?.type === 'circle') ask({ shape: circleAround(...shape.center, metres) });
          }}
          width={width}
          onWidth={(metres) => {
            setWidth(metres);
            if (shape?.type === 'corridor') ask({ shape: { ...shape, width: metres } });
          }}
          tool={tool}
          onTool={(next) => {
            if (next === tool) leave();
            else {
              setTool(next);
              send({ type: 'place.draw' });
            }
          }}
          onChoose={choose}
        />
        <div className="place-days">
          <DayRange from={asked.from} to={asked.to} now={now} onChange={ask} />
        </div>
        {tool !== null && <DrawingHint tool={tool} onLeave={leave} />}
        <Hindrances isTooLong={span?.isTooLong === true} isCutOff={isCutOff} />
        <div className="mode-tools-row">
          <SearchButton
            isSearching={snapshot.hasTag('searching')}
            isDisabled={!isAskable || tool !== null || isCutOff}
            send={send}
          />
          <SearchState state={snapshot.value} found={found} />
        </div>
      </div>
      <FoundVisits search={search} hasShape={shape !== null} onVisit={onVisit} />
    </>
  );
}

/** Why nothing can be searched now. */
function Hindrances({ isTooLong, isCutOff }: { isTooLong: boolean; isCutOff: boolean }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      {isTooLong && <Banner tone="caution">{t('validation.intervalTooLong', { max: TELEMETRY.historyDays })}</Banner>}
      {isCutOff && <Banner tone="caution">{t('unitModes.place.offline')}</Banner>}
    </>
  );
}

/** What to do on the map, and the way out of it. */
function DrawingHint({ tool, onLeave }: { tool: PlaceTool; onLeave: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <output className="place-drawing">
      <span>{t(tool === 'point' ? 'unitModes.place.drawing' : `shapes.drawing.${tool}`)}</span>
      <Button size="compact" onPress={onLeave}>
        {t('unitModes.place.leaveDrawing')}
      </Button>
    </output>
  );
}

interface FoundVisitsProps extends Pick<PlacePanelProps, 'onVisit'> {
  readonly search: ReturnType<typeof usePlaceSearch>;
  readonly hasShape: boolean;
}

/** What was found so far, or why it is nothing. */
function FoundVisits({ search: { snapshot, send, found }, hasShape, onVisit }: FoundVisitsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="mode-list" aria-busy={snapshot.hasTag('searching')}>
      {snapshot.context.problem !== null && (
        <ProblemBanner
          problem={snapshot.context.problem}
          action={
            <Button size="compact" onPress={() => send({ type: 'place.ask' })}>
              {t('common.retry')}
            </Button>
          }
        />
      )}
      {found.truncated && (
        <Banner tone="caution">{t('unitModes.place.truncated', { done: found.done, total: found.total })}</Banner>
      )}
      {found.visits.length > 0 ? (
        <VisitList visits={found.visits} onVisit={onVisit} />
      ) : (
        <NothingFound state={snapshot.value} hasShape={hasShape} />
      )}
    </div>
  );
}

type SearchStateName = ReturnType<typeof usePlaceSearch>['snapshot']['value'];

interface SearchButtonProps {
  readonly isSearching: boolean;
  readonly isDisabled: boolean;
  readonly send: ReturnType<typeof usePlaceSearch>['send'];
}

/** Begins the search, or ends the one that is running. */
function SearchButton({ isSearching, isDisabled, send }: SearchButtonProps): ReactNode {
  const { t } = useTranslation();
  if (isSearching) return <Button onPress={() => send({ type: 'place.cancel' })}>{t('unitModes.place.cancel')}</Button>;
  return (
    <Button variant="primary" isDisabled={isDisabled} onPress={() => send({ type: 'place.ask' })}>
      {t('unitModes.place.search')}
    </Button>
  );
}

/** How far the search is, or what came of it. */
function SearchState({ state, found }: { state: SearchStateName; found: FoundSoFar }): ReactNode {
  const { t } = useTranslation();
  const { visits, done, total } = found;
  const counts = { count: visits.length, units: new Set(visits.map(({ unit_id }) => unit_id)).size };
  const isSearching = state === 'asking' || state === 'streaming';
  const text = isSearching
    ? t('unitModes.place.progress', { done, total })
    : state === 'done'
      ? t('unitModes.place.count', counts)
      : state === 'cancelled'
        ? t('unitModes.place.cancelled', { done, total })
        : '';
  return (
    <output className="place-state">
      {isSearching && <progress aria-label={text} value={done} max={Math.max(1, total)} />}
      <span className="figures dim">{text}</span>
    </output>
  );
}

function NothingFound({ state, hasShape }: { state: SearchStateName; hasShape: boolean }): ReactNode {
  const { t } = useTranslation();
  if (state === 'done')
    return <EmptyState title={t('unitModes.place.emptyTitle')}>{t('unitModes.place.emptyLead')}</EmptyState>;
  if (state !== 'idle') return null;
  return <p className="mode-hint">{t(hasShape ? 'unitModes.place.ready' : 'unitModes.place.lead')}</p>;
}

/** An address with a place is searched for immediately. */
function useLinkedSearch(isAskable: boolean, ask: () => void): void {
  const isLinked = useRef(isAskable);
  const askOnce = useEffectEvent(ask);
  useEffect(() => {
    if (!isLinked.current) return;
    isLinked.current = false;
    askOnce();
  }, []);
}

/** The shape on the map, as long as the panel is there. */
function useOutline(map: FleetMap | null, shape: Shape | null): void {
  useEffect(() => {
    if (map === null || shape === null) return undefined;
    map.setOutline(outlinesOf(shape));
    return () => map.setOutline([]);
  }, [map, shape]);
}
