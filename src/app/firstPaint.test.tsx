import { cleanup, render, screen } from '@testing-library/react';
import { Suspense, createElement, lazy, type ComponentType } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(cleanup);

/** Code of a page that comes when the test says so. */
function loading(words: string) {
  let come: (module: { default: ComponentType }) => void = () => undefined;
  const code = new Promise<{ default: ComponentType }>((resolve) => (come = resolve));
  return { Page: lazy(() => code), come: () => come({ default: () => createElement('h1', null, words) }) };
}

it('leaves the page as it was painted until the first one is there, and later shows no outlines that would flash', async () => {
  document.body.innerHTML = '<div id="root"><div class="boot">Painted</div></div>';
  // Read as soon as the code of the entrance runs.
  vi.resetModules();
  const { FirstPaint } = await import('./FirstPaint.tsx');
  document.body.replaceChildren();
  const [signIn, forgotten] = [loading('Sign in'), loading('Forgotten')];

  const { unmount } = render(<Suspense fallback={<FirstPaint />}>{createElement(signIn.Page)}</Suspense>);
  expect(screen.getByText('Painted').parentElement?.className).toBe('');
  signIn.come();
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined();
  expect(screen.queryByText('Painted')).toBeNull();
  unmount();

  render(<Suspense fallback={<FirstPaint />}>{createElement(forgotten.Page)}</Suspense>);
  expect(screen.getByText('Painted').parentElement?.className).toBe('boot-later');
  forgotten.come();
  expect(await screen.findByRole('heading', { name: 'Forgotten' })).toBeDefined();
});
