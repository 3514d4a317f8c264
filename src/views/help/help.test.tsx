import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import HelpScreen from './HelpScreen.tsx';

it('answers what people ask first, and leads only where its reader may go', async () => {
  await renderScreen(<HelpScreen />, { session: { permissions: { units: ['m'] } } });
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/units/list',
    '/units/map',
    '/settings',
    '/api/openapi.json',
  ]);
  expect(screen.getByText('Invite people')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Open users' })).toBeNull();
});
