import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Ships what `destinations.ts` works out of the catalogue instead of the catalogue. */
const destinations = (): Plugin => ({
  name: 'wayline-destinations',
  apply: 'build',
  async load(file) {
    if (!file.endsWith('/src/api/client/destinations.ts')) return null;
    const { DESTINATIONS } = await import('./src/api/client/destinations.ts');
    // A word for each method under its service, `+` where it is public and `!` where it is not quiet: the sign-in page
    // carries all.
    const words: Record<string, string> = {};
    for (const [method, { service, isPublic, isQuiet }] of Object.entries(DESTINATIONS))
      words[service] = `${words[service] ?? ''} ${method}${isPublic ? '+' : ''}${isQuiet ? '' : '!'}`.trim();
    return `const destination = (service, word) => [word.replace(/\\W/g, ''), { service, isPublic: word.includes('+'), isQuiet: !word.includes('!') }];
export const DESTINATIONS = Object.fromEntries(Object.entries(${JSON.stringify(words)}).flatMap(([service, methods]) => methods.split(' ').map((word) => destination(service, word))));
export const destinationOf = (method) => DESTINATIONS[method];`;
  },
});

/**
 * Code that is asked for ahead yields to calls: over HTTP/1.1 a browser has six connections, and signing in would wait
 * for the map.
 */
const yieldingCode = (): Plugin => ({
  name: 'wayline-yielding-code',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler(code) {
      const asked = 'link.crossOrigin = "";';
      if (!code.includes(asked)) this.error('The helper that preloads code is another one.');
      return { code: code.replace(asked, `${asked} if (!isCss) link.fetchPriority = "low";`), map: null };
    },
  },
});

/**
 * Importing these does nothing but define them, so that the sign-in page is spared the code of tables and overlays
 * behind the same front door, and a worker the schemas of forms.
 */
const treeshake = {
  moduleSideEffects: [
    {
      test: /\/src\/(ui\/(index|components|forms|tokens)|i18n|views|domain|api\/contract).*(?<!styles)\.tsx?$/,
      sideEffects: false,
    },
  ],
};

/** The client is served under /app/ in history mode (specification, chapter 1). */
export default defineConfig({
  base: '/app/',
  plugins: [react(), destinations(), yieldingCode()],
  worker: { format: 'es', rolldownOptions: { treeshake } },
  build: {
    outDir: 'dist',
    sourcemap: false,
    target: 'es2022',
    // Browsers of that age preload modules by themselves.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      // What every page begins with is one file: compressed together it is 11 KB less than in 23 files, and on a slow
      // line it comes sooner. So is what the sign-in page adds to it, 4 KB less than in 17, and after them what the
      // pages inside, forms and lists share: the first page inside is 15 files instead of 105, a list 16 instead of 47,
      // over the six connections of a browser. Each group begins with what asks for it, and the first one that matches
      // takes a module: those merged by size took forms and tables to the sign-in page.
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 6 },
            { name: 'signIn', test: /entrance\/SignInPage\.tsx$/, priority: 5 },
            { name: 'signedIn', test: /\/src\/app\/SignedIn\.tsx$/, priority: 4 },
            {
              name: 'form',
              test: /\/src\/(views\/shared\/form\/DraftForm|ui\/forms\/(choices|number))\.tsx$/,
              priority: 3,
            },
            { name: 'list', test: /\/views\/shared\/(list\/ServerList|entity\/EntityList)\.tsx$/, priority: 2 },
            { name: 'icons', test: /lucide-react\/dist\/esm\/icons\//, priority: 1 },
          ],
        },
      },
      treeshake,
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      [
        '/api',
        '/fe',
        '/poly',
        '/client-config',
        '/basemap',
        '/ingest',
        '/upload',
        '/images',
        '/files',
        '/healthz',
        '/readyz',
        '/metrics',
      ]
        .map((path) => [path, { target: `http://127.0.0.1:${process.env.PORT ?? 8080}` }] as const)
        .concat([['/live', { target: `ws://127.0.0.1:${process.env.PORT ?? 8080}`, ws: true } as never]]),
    ),
  },
});
