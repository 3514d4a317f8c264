import { INSTANCE_FLAGS, type FleetFrame } from '../../../streams/pipeline/fleetColumns.ts';
import { MOTION } from '../../../domain/telemetry/index.ts';
import type { MapContext, MapLayerModule, ScreenView } from '../shared/context.ts';
import { InstanceReader } from '../shared/instances.ts';
import { markRadius } from '../shared/markSize.ts';
import type { Records } from '../shared/records.ts';
import {
  anchorOffset,
  createCandidates,
  declutter,
  FORCED_WEIGHT,
  OccupancyGrid,
  type Box,
  type PlacedLabel,
} from './declutter.ts';
import { LABEL_HEIGHT, LabelAtlas, loadLabelFonts } from './labelAtlas.ts';
import { copyMotion, createLabelRecords, LABEL_WORDS, LabelLayer, MOST_LABELS } from './labelLayer.ts';

/** Units on the screen beyond which only the selected ones keep their names. */
const MOST_CANDIDATES = 2_000;
const NAMES_FROM_ZOOM = 7;
/** A fleet this small is named at every zoom. */
const ALWAYS_NAMED = 60;

/** Names by unit id; null for a unit without one. */
export type NameOf = (unitId: number) => string | null;

export interface LabelModule extends MapLayerModule {
  setNames(nameOf: NameOf): void;
  /** Slots that are labelled now, for tests. */
  readonly shown: readonly PlacedLabel[];
}

/** Names beside the marks: chosen a few times a second, carried by the GPU in between. */
export function createLabels(rebuild: () => void, redrawNeeded: () => void): LabelModule {
  const records = createLabelRecords(redrawNeeded);
  const candidates = createCandidates(MOST_CANDIDATES);
  const grid = new OccupancyGrid();
  const reader = new InstanceReader();
  const atlasFor = atlasSource(rebuild, redrawNeeded);
  let anchors = new Map<number, number>();
  let shown: readonly PlacedLabel[] = [];
  let nameOf: NameOf = () => null;

  return {
    id: 'labels',
    get shown() {
      return shown;
    },
    setNames(next) {
      nameOf = next;
    },
    layers(context) {
      if (!context.labels) return [];
      return [
        new LabelLayer({
          id: `labels-${context.devicePixelRatio}`,
          clock: context.clock,
          atlas: atlasFor(context),
          records,
          ratio: context.devicePixelRatio,
          parameters: { depthCompare: 'always', depthWriteEnabled: false },
        }),
      ];
    },
    frame(frame) {
      if (frame.ranges.length > 0 && records.count > 0) carry(records, shown, reader.attach(frame.fleet));
    },
    settle(frame, context, view) {
      if (!context.labels) {
        shown = [];
        records.replace(0);
        return;
      }
      const atlas = atlasFor(context);
      const radius = markRadius(view.zoom);
      collect(frame, context, view, reader.attach(frame.fleet), candidates, (id) => nameOf(id), atlas, anchors);
      shown = declutter(
        candidates,
        grid,
        { ...view, radius, lineHeight: LABEL_HEIGHT - 4 },
        MOST_LABELS,
        takenBoxes(context, view),
      );
      const label = ({ slot }: PlacedLabel) => atlas.entry(nameOf(frame.fleet.ids[slot] ?? 0) ?? '');
      if (!write(records, shown, reader, radius, atlas.rowHeight, label)) {
        atlas.clear();
        write(records, shown, reader, radius, atlas.rowHeight, label);
      }
      anchors = new Map(shown.map(({ slot, anchor }) => [slot, anchor]));
    },
  };
}

/** The atlas of names for the present screen and colours; drawn again once the fonts have come. */
function atlasSource(rebuild: () => void, redrawNeeded: () => void): (context: MapContext) => LabelAtlas {
  let atlas: { made: LabelAtlas; ratio: number; palette: MapContext['palette'] } | null = null;
  // Names drawn before their font came would stay in another one.
  const whenFontsCame = () => {
    atlas?.made.clear();
    rebuild();
  };
  return ({ devicePixelRatio: ratio, palette }) => {
    if (atlas?.ratio !== ratio) {
      atlas = { made: new LabelAtlas(ratio, palette, redrawNeeded), ratio, palette };
      void loadLabelFonts().then((came) => came && whenFontsCame());
    } else if (atlas.palette !== palette) {
      atlas.made.clear(palette);
      atlas.palette = palette;
    }
    return atlas.made;
  };
}

/** Writes a record for each shown name; false when the atlas had no room for all of them. */
function write(
  records: Records,
  shown: readonly PlacedLabel[],
  reader: InstanceReader,
  radius: number,
  rowHeight: number,
  entryOf: (label: PlacedLabel) => ReturnType<LabelAtlas['entry']>,
): boolean {
  const words = records.prepare(shown.length);
  let count = 0;
  for (const label of shown) {
    const entry = entryOf(label);
    if (!entry) break;
    copyMotion(words, count, reader.words, label.slot);
    words.set(
      [entry.x, entry.y, entry.pixels, rowHeight, ...anchorOffset(label.anchor, entry.width, radius, LABEL_HEIGHT)],
      count * LABEL_WORDS + 8,
    );
    count++;
  }
  records.replace(count);
  return count === shown.length;
}

/** Gives the shown names the newest motion of their units. */
function carry(records: Records, shown: readonly PlacedLabel[], reader: InstanceReader): void {
  const { count } = records;
  const words = records.prepare(count);
  words.set(records.words);
  for (let index = 0; index < count; index++) {
    const slot = shown[index]?.slot ?? 0;
    if (slot < reader.count) copyMotion(words, index, reader.words, slot);
  }
  records.replace(count);
}

/** Where the base map's names and the bubbles lie on the screen: no name may lie there. */
export function* takenBoxes(
  { places, bundles }: Pick<MapContext, 'places' | 'bundles'>,
  view: ScreenView,
): Generator<Box> {
  const pixel: [number, number] = [0, 0];
  for (const { longitude, latitude, left, top, right, bottom } of places.names) {
    view.project(longitude, latitude, pixel);
    const [x, y] = pixel;
    yield [x + left, y + top, x + right, y + bottom];
  }
  for (const { longitude, latitude, radius } of bundles.drawn) {
    view.project(longitude, latitude, pixel);
    const [x, y] = pixel;
    yield [x - radius, y - radius, x + radius, y + radius];
  }
}

/** Fills the candidates: all on the screen, or only the chosen ones where there are too many. */
function collect(
  { fleet }: FleetFrame,
  { clock, bundles }: MapContext,
  view: ScreenView,
  reader: InstanceReader,
  into: ReturnType<typeof createCandidates>,
  nameOf: NameOf,
  atlas: LabelAtlas,
  anchors: ReadonlyMap<number, number>,
): void {
  const chosen = INSTANCE_FLAGS.selected | INSTANCE_FLAGS.hovered;
  const all = view.zoom >= NAMES_FROM_ZOOM || fleet.count <= ALWAYS_NAMED;
  const pixel: [number, number] = [0, 0];
  into.count = 0;
  for (let slot = 0; slot < reader.count; slot++) {
    const flags = reader.flags(slot);
    if ((flags & INSTANCE_FLAGS.hidden) !== 0) continue;
    if ((!all || (flags & INSTANCE_FLAGS.dimmed) !== 0) && (flags & chosen) === 0) continue;
    if (!reader.place(slot, clock.now) || !isInside(reader, view)) continue;
    if ((flags & chosen) === 0 && bundles.isBundled(reader.longitude, reader.latitude)) continue;
    const name = nameOf(fleet.ids[slot] ?? 0);
    if (!name) continue;
    if (into.count >= MOST_CANDIDATES) {
      if ((flags & chosen) === 0) continue;
      into.count = MOST_CANDIDATES - 1;
    }
    view.project(reader.longitude, reader.latitude, pixel);
    const index = into.count++;
    into.slots[index] = slot;
    into.xs[index] = pixel[0];
    into.ys[index] = pixel[1];
    into.widths[index] = atlas.widthOf(name);
    into.anchors[index] = anchors.get(slot) ?? -1;
    into.weights[index] =
      ((flags & INSTANCE_FLAGS.selected) !== 0 ? FORCED_WEIGHT * 2 : 0) +
      ((flags & INSTANCE_FLAGS.hovered) !== 0 ? FORCED_WEIGHT : 0) +
      (anchors.has(slot) ? 10 : 0) +
      (reader.motion(slot) === MOTION.moving ? 2 : 0);
  }
}

function isInside(reader: InstanceReader, view: ScreenView): boolean {
  if (reader.latitude < view.south || reader.latitude > view.north) return false;
  const east = (((reader.longitude - view.west) % 360) + 360) % 360;
  return east <= view.east - view.west;
}
