import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { boxOf, type Shape } from '../../../domain/geometry/index.ts';
import type { Visit } from '../../../domain/visit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import { Banner, Button, EmptyState } from '../../../ui/index.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';
import { ScopeLine, type ModeScope } from '../modes/ModeFrame.tsx';
import { LastVisit } from './LastVisit.tsx';
import { PlaceChoice } from './PlaceChoice.tsx';
import { PlaceInterval } from './PlaceInterval.tsx';
import { circleAround } from './placeQuestion.ts';
import { PlaceSummary } from './PlaceSummary.tsx';
import { usePlaceDrawing, type PlaceTool } from './usePlaceDrawing.ts';
import { usePlaceQuestion, type PlaceAsking } from './usePlaceQuestion.ts';
import { usePlaceSearch, type FoundSoFar } from './usePlaceSearch.ts';
import { VisitList } from './VisitList.tsx';
import './past.css';

export interface PlacePanelProps {
  readonly scope: ModeScope;
  readonly map: FleetMap | null;
  /** Brings timeline, selection and clock to a visit. */
  readonly onVisit: (visit: Visit) => void;
}

/** Search by place: who was in a shape in some days, as it is found. */
export function PlacePanel({ scope, map, onVisit }: PlacePanelProps): ReactNode {
  const { t } = useTranslation();
  const isCutOff = useStore(useFleet().presence).state === 'stale';
  const asking = usePlaceQuestion(scope.unitIds);
  const { shape, questionOf } = asking;
  const isAskable = questionOf(null) !== null;
  const search = usePlaceSearch(questionOf, (next) => asking.ask({ shape: next }));
  const { snapshot, send, found } = search;
  const drawing = useDrawing(map, asking, search);
  const { tool, leave } = drawing;
  const { isFolded, unfold } = useFolding(search, tool !== null);
  useLinkedSearch(isAskable, () => send({ type: 'place.ask' }));
  useOutline(map, shape);
  const isSearching = snapshot.hasTag('searching');
  return (
    <>
      <div className="mode-tools">
        <div className="mode-tools-row">
          <ScopeLine scope={scope} />
        </div>
        {isFolded && shape !== null ? (
          <PlaceSummary shape={shape} span={asking.span} onChange={unfold} />
        ) : (
          <>
            <PlaceChoice map={map} asking={asking} {...drawing} />
            <PlaceInterval asking={asking} />
          </>
        )}
        {tool !== null && <DrawingHint tool={tool} onLeave={leave} />}
        {isCutOff && <Banner tone="caution">{t('unitModes.place.offline')}</Banner>}
        <div className="mode-tools-row">
          <SearchButton isSearching={isSearching} isDisabled={!isAskable || tool !== null || isCutOff} send={send} />
          <SearchState state={snapshot.value} found={found} />
        </div>
        {shape !== null && scope.unitIds.length === 1 && (
          <LastVisit
            key={`${scope.unitIds[0]} ${JSON.stringify(shape)}`}
            shape={shape}
            unitId={scope.unitIds[0]}
            onVisit={onVisit}
          />
        )}
      </div>
      <FoundVisits search={search} hasShape={shape !== null} onVisit={onVisit} />
    </>
  );
}

type Search = ReturnType<typeof usePlaceSearch>;

/** The tool that a place is named with on the map, and what comes of it. */
function useDrawing(map: FleetMap | null, asking: PlaceAsking, { snapshot, send }: Search) {
  const [chosen, setChosen] = useState<PlaceTool>('point');
  const tool = snapshot.hasTag('drawing') ? chosen : null;
  const drawn = (shape: Shape): void => send({ type: 'place.drawn', shape });
  const leave = (): void => send({ type: 'place.leaveDrawing' });
  usePlaceDrawing(map, {
    tool,
    width: asking.width,
    onPoint: (longitude, latitude) => drawn(circleAround(longitude, latitude, asking.radius)),
    onShape: drawn,
    onCancelled: leave,
  });
  return {
    tool,
    leave,
    onTool: (next: PlaceTool): void => {
      if (next === tool) return leave();
      setChosen(next);
      send({ type: 'place.draw' });
    },
    onChoose: (next: Shape): void => {
      asking.ask({ shape: next });
      const { west, south, east, north } = boxOf(next);
      map?.fit({ west, south, east, north });
    },
  };
}

/** The question is one line while its answer is read, so that the list has the room; unfolded it is changed. */
function useFolding({ snapshot, found }: Search, isDrawing: boolean) {
  const [unfolded, setUnfolded] = useState<FoundSoFar | null>(null);
  const isAnswered = snapshot.hasTag('searching') || found.visits.length > 0;
  return { isFolded: isAnswered && !isDrawing && unfolded !== found, unfold: () => setUnfolded(found) };
}

/** What to do on the map, and the way back. */
function DrawingHint({ tool, onLeave }: { readonly tool: PlaceTool; readonly onLeave: () => void }): ReactNode {
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
  readonly search: Search;
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
    map.setOutline(shape);
    return () => map.setOutline(null);
  }, [map, shape]);
}
