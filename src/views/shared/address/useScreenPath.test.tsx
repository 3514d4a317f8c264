import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { AddressBarContext, type Address as BarAddress } from './addressBar.ts';
import { useScreenPath } from './useScreenPath.ts';

afterEach(cleanup);

function Address() {
  const { pathname, search } = useLocation();
  return <output>{`${pathname}${search}`}</output>;
}

function Writer() {
  const { replaceQuery, isCurrent } = useScreenPath();
  const write = (): void => replaceQuery(new URLSearchParams({ at: isCurrent() ? '1' : 'stale' }));
  return (
    <button type="button" onClick={write}>
      Write
    </button>
  );
}

const show = (bar: BarAddress | null) =>
  render(
    <MemoryRouter initialEntries={['/units/trips']}>
      <AddressBarContext value={bar && (() => bar)}>
        <Writer />
        <Address />
      </AddressBarContext>
    </MemoryRouter>,
  );

const press = (): void => act(() => screen.getByRole('button').click());

it('writes the query of the screen that stands', () => {
  show({ path: '/units/trips', search: '' });
  press();
  expect(screen.getByRole('status').textContent).toBe('/units/trips?at=1');
});

it('calls no screen back whose link was pressed while the last one still writes', () => {
  show({ path: '/units/events', search: '' });
  press();
  expect(screen.getByRole('status').textContent).toBe('/units/trips');
});

it('knows that the same screen was asked for something that is not rendered yet', () => {
  show({ path: '/units/trips', search: '?show=12' });
  press();
  expect(screen.getByRole('status').textContent).toBe('/units/trips?at=stale');
});
