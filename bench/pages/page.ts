/** The one page of the benchmarks: `?page=ours&units=100000` runs one of them alone and says when it is ready. */
const PAGES: Record<string, () => Promise<unknown>> = {
  ours: () => import('./ours.ts'),
  usual: () => import('./usual.ts'),
  store: () => import('./store.tsx'),
  backtest: () => import('./backtest.ts'),
  receive: () => import('./receive.ts'),
};

const name = new URLSearchParams(location.search).get('page') ?? '';
if (!Object.hasOwn(PAGES, name)) throw new Error(`There is no page "${name}"`);
await PAGES[name]();
document.documentElement.dataset.page = name;

export {};
