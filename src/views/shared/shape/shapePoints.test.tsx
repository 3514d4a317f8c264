import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { DraftShape } from '../../../domain/geometry/index.ts';
import { renderScreen } from '../testing/screenWorld.tsx';
import { ShapePoints } from './ShapePoints.tsx';

afterEach(cleanup);

const drawn: { last: DraftShape | null } = { last: null };
function Shape(): ReactNode {
  const [draft, setDraft] = useState<DraftShape | null>(null);
  const change = (next: DraftShape): void => {
    drawn.last = next;
    setDraft(next);
  };
  return <ShapePoints draft={draft} onChange={change} />;
}
const type = (label: string, value: number): void => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value: String(value) } });
  fireEvent.blur(field);
};
/** Points of the section, as a person types them. */
function typePoints(title: string, points: readonly (readonly [longitude: number, latitude: number])[]): void {
  const line = within(screen.getByRole('region', { name: title }));
  for (const [index, point] of points.entries())
    for (const [place, name] of ['Longitude', 'Latitude'].entries()) {
      const field = line.getByLabelText(`Point ${index + 1}: ${name}`);
      fireEvent.change(field, { target: { value: String(point[place]) } });
      fireEvent.blur(field);
    }
}

it('a polygon with a hole is made without the map', async () => {
  await renderScreen(<Shape />);
  fireEvent.click(screen.getByRole('radio', { name: 'Polygon' }));
  const [outline, hole] = [
    [
      [13, 52],
      [13.3, 52],
      [13.3, 52.3],
    ],
    [
      [13.1, 52.02],
      [13.2, 52.02],
      [13.2, 52.1],
    ],
  ] as const;
  typePoints('Outline', outline);
  fireEvent.click(screen.getByRole('button', { name: 'Add hole' }));
  typePoints('Hole 1', hole);
  expect(drawn.last).toMatchObject({ type: 'polygon' });
  expect(JSON.stringify(drawn.last)).toContain(JSON.stringify(outline).slice(1, -1));
  expect(JSON.stringify(drawn.last)).toContain(JSON.stringify(hole).slice(1, -1));
  fireEvent.click(screen.getByRole('button', { name: 'Remove hole 1' }));
  expect(screen.queryByRole('region', { name: 'Hole 1' })).toBeNull();
});

it('a circle becomes a corridor through its center, with a width', async () => {
  await renderScreen(<Shape />);
  fireEvent.click(screen.getByRole('radio', { name: 'Circle' }));
  type('Longitude', 13);
  type('Latitude', 52);
  type('Radius', 750);
  expect(drawn.last).toEqual({ type: 'circle', center: [13, 52], radius: 750 });
  fireEvent.click(screen.getByRole('radio', { name: 'Corridor' }));
  type('Width', 80);
  expect(drawn.last).toMatchObject({ type: 'corridor', width: 80 });
  fireEvent.click(screen.getByRole('button', { name: 'Insert a point after point 1' }));
  expect(screen.getAllByLabelText(/Latitude/).length).toBeGreaterThan(2);
});
