import { describe, expect, it } from 'vitest';
import {
  ANCHORS,
  type Box,
  createCandidates,
  declutter,
  FORCED_WEIGHT,
  OccupancyGrid,
  type LabelCandidates,
} from './declutter.ts';

const SCREEN = { width: 800, height: 600, radius: 8, lineHeight: 14 };

function candidates(
  ...rows: readonly { x: number; y: number; weight?: number; anchor?: number; width?: number }[]
): LabelCandidates {
  const made = createCandidates(rows.length);
  made.count = rows.length;
  for (const [index, row] of rows.entries()) {
    made.slots[index] = index;
    made.xs[index] = row.x;
    made.ys[index] = row.y;
    made.widths[index] = row.width ?? 60;
    made.weights[index] = row.weight ?? 0;
    made.anchors[index] = row.anchor ?? -1;
  }
  return made;
}

describe('declutter', () => {
  const grid = new OccupancyGrid();

  it('puts a lone name below its mark', () => {
    expect(declutter(candidates({ x: 400, y: 300 }), grid, SCREEN, 600)).toEqual([{ slot: 0, anchor: ANCHORS.below }]);
  });

  it('moves a name aside rather than over a neighbour, and drops it where there is no room', () => {
    const stacked = candidates({ x: 400, y: 300 }, { x: 400, y: 322 });
    const placed = declutter(stacked, grid, SCREEN, 600);
    expect(placed).toContainEqual({ slot: 0, anchor: ANCHORS.above });
    expect(placed).toContainEqual({ slot: 1, anchor: ANCHORS.below });
    const crowd = candidates(
      ...Array.from({ length: 100 }, (_, i) => ({ x: 400 + (i % 10) * 8, y: 300 + Math.floor(i / 10) * 8 })),
    );
    expect(declutter(crowd, grid, SCREEN, 600).length).toBeLessThan(20);
  });

  it('keeps off what is taken already, such as the name of a town', () => {
    const below: Box = [350, 305, 450, 330];
    expect(declutter(candidates({ x: 400, y: 300 }), grid, SCREEN, 600, [below])).toEqual([
      { slot: 0, anchor: ANCHORS.above },
    ]);
    expect(declutter(candidates({ x: 400, y: 300 }), grid, SCREEN, 600, [[200, 200, 600, 400]])).toEqual([]);
    // Partly beside the screen.
    expect(declutter(candidates({ x: 400, y: 300 }), grid, SCREEN, 600, [[-50, -50, 900, 20]])).toHaveLength(1);
  });

  it('keeps the side of a name that is shown', () => {
    const shown = candidates({ x: 400, y: 300, anchor: ANCHORS.end, weight: 10 });
    expect(declutter(shown, grid, SCREEN, 600)[0]?.anchor).toBe(ANCHORS.end);
  });

  it('prefers what is shown over a newcomer in the same place', () => {
    const rivals = candidates({ x: 400, y: 300 }, { x: 404, y: 300, weight: 10, anchor: ANCHORS.below });
    expect(declutter(rivals, grid, SCREEN, 1)).toEqual([{ slot: 1, anchor: ANCHORS.below }]);
  });

  it('always names the selected unit, at the edge of the screen too', () => {
    const edge = candidates({ x: 2, y: 598, weight: FORCED_WEIGHT });
    expect(declutter(edge, grid, SCREEN, 600)).toHaveLength(1);
  });

  it('never lets two names overlap', () => {
    let seed = 1;
    const next = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const many = candidates(...Array.from({ length: 500 }, () => ({ x: next() * 800, y: next() * 600 })));
    const placed = declutter(many, grid, SCREEN, 600);
    const boxes = placed.map(({ slot, anchor }) => {
      const side = anchor === ANCHORS.end ? 1 : anchor === ANCHORS.start ? -1 : 0;
      const row = anchor === ANCHORS.below ? 1 : anchor === ANCHORS.above ? -1 : 0;
      return { x: (many.xs[slot] ?? 0) + side * (8 + 3 + 30), y: (many.ys[slot] ?? 0) + row * (8 + 3 + 7) };
    });
    const overlaps = boxes.flatMap((a, i) =>
      boxes.slice(i + 1).filter((b) => Math.abs(a.x - b.x) < 60 && Math.abs(a.y - b.y) < 14),
    );
    expect(placed.length).toBeGreaterThan(40);
    expect(overlaps).toEqual([]);
  });
});
