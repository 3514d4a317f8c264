import { useMemo, useState } from 'react';
import type { Instant } from '../../../domain/base/index.ts';
import type { Shape } from '../../../domain/geometry/index.ts';
import { useFormats } from '../../../i18n/index.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import type { VisitQuestion } from '../../shared/services/fleet.ts';
import { useNow } from '../../shared/time/useNow.ts';
import { isReversed } from '../../shared/time/zonedDays.ts';
import {
  askedSpan,
  circleAround,
  readPlaceQuestion,
  splitLocal,
  writePlaceQuestion,
  type PlaceQuestion,
} from './placeQuestion.ts';

/** Metres around a point that somebody presses, until another radius is chosen. */
const RADIUS = 500;
/** Metres of a corridor that is drawn, until another width is chosen. */
const WIDTH = 100;

/** What is asked about the past of a place, kept in the address, and the ways to change it. */
export interface PlaceAsking {
  readonly asked: PlaceQuestion;
  readonly shape: Shape | null;
  readonly now: Instant;
  readonly span: ReturnType<typeof askedSpan>;
  /** Around a point, metres. */
  readonly radius: number;
  readonly setRadius: (metres: number) => void;
  /** Of a corridor, metres. */
  readonly width: number;
  readonly setWidth: (metres: number) => void;
  readonly ask: (change: Partial<PlaceQuestion>) => void;
  /** The question about a shape, or about the one that is chosen; null where nothing can be asked. */
  readonly questionOf: (drawn: Shape | null) => VisitQuestion | null;
}

/** The question that the address has about units; none of them means all. */
export function usePlaceQuestion(unitIds: readonly number[]): PlaceAsking {
  const { settings } = useFormats();
  const now = useNow();
  const { query, replaceQuery } = useScreenPath();
  const asked = useMemo(() => readPlaceQuestion(query), [query]);
  // A shape with too many corners for an address is known here alone.
  const [unlinked, setUnlinked] = useState<Shape | null>(null);
  const shape = asked.shape ?? unlinked;
  const [radius, setRadius] = useState(shape?.type === 'circle' ? shape.radius : RADIUS);
  const [width, setWidth] = useState(shape?.type === 'corridor' ? shape.width : WIDTH);
  const span = askedSpan(asked, now, settings.timeZone);
  const ask = (change: Partial<PlaceQuestion>): void => {
    if (change.shape !== undefined) setUnlinked(change.shape);
    replaceQuery(writePlaceQuestion(query, { ...asked, ...change }));
  };
  return {
    asked,
    shape,
    now,
    span,
    radius,
    setRadius: (metres) => {
      setRadius(metres);
      if (shape?.type === 'circle') ask({ shape: circleAround(...shape.center, metres) });
    },
    width,
    setWidth: (metres) => {
      setWidth(metres);
      if (shape?.type === 'corridor') ask({ shape: { ...shape, width: metres } });
    },
    ask,
    questionOf: (drawn) => {
      const area = drawn ?? shape;
      const areDaysReversed = isReversed(splitLocal(asked.from).day, splitLocal(asked.to).day);
      if (area === null || span === null || span.isTooLong || areDaysReversed) return null;
      return { shape: area, interval: span.interval, unitIds: unitIds.length > 0 ? unitIds : null };
    },
  };
}
