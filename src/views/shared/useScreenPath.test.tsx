// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { AddressBarContext } from './addressBar.ts';
import { useScreenPath } from './useScreenPath.ts';

afterEach(cleanup);

function Address() {
  const { pathname, search } = useLocation();
  return <output>{`${pathname}${search}`}</output>;
}

function Writer() {
  const { replaceQuery } = useScreenPath();
  return <button type="button" onClick={() => replaceQuery(new URLSearchParams({ at: '1' }))}>Write</button>;
}

const show = (bar: (() => string) | null) =>
  render(<MemoryRouter initialEntries={['/units/trips']}><AddressBarContext value={bar}><Writer /><Address /></AddressBarContext></MemoryRouter>);

const press = (): void => act(() => screen.getByRole('button').click());

it('writes the query of the screen that stands', () => {
  show(() => '/units/trips');
  press();
  expect(screen.getByRole('status').textContent).toBe('/units/trips?at=1');
});

it('calls no screen back whose link was pressed while the last one still writes', () => {
  show(() => '/units/events');
  press();
  expect(screen.getByRole('status').textContent).toBe('/units/trips');
});
