// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { BrowserContext, type BrowserServices } from '../views/shared/services/browser.ts';
import { Pages, type PagesProps } from './Pages.tsx';

afterEach(cleanup);

const browser = { invite: { getSnapshot: () => null, subscribe: () => () => undefined } } as unknown as BrowserServices;
const session = { chooserStood: () => false, noteChooser: () => undefined } as unknown as PagesProps['session'];

it('shows the outlines of the asked-for screen until its account is entered', async () => {
  const view = { stage: 'entering', account: null, permissions: [], isUnreachable: false, isAuthorised: true };
  render(
    <MemoryRouter initialEntries={['/units/map']}>
      <BrowserContext value={browser}>
        <Pages
          session={session}
          calls={{} as PagesProps['calls']}
          crashes={{} as PagesProps['crashes']}
          view={view as unknown as PagesProps['view']}
        />
      </BrowserContext>
    </MemoryRouter>,
  );
  expect((await screen.findByRole('status')).getAttribute('data-map')).toBe('true');
});
