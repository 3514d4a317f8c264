import type { KnipConfig } from 'knip';

/** What a style sheet takes from packages (fonts), as imports. */
const importsOfStyles = (text: string): string =>
  [...text.matchAll(/url\('(@[^']+)'\)/g)].map(([, file]) => `import '${file}';`).join('\n');

/** The modules and style sheets that a page loads, as imports. */
const importsOfPages = (text: string): string =>
  [...text.matchAll(/(?:src|href)="\.?(\/[^"]+\.(?:tsx?|css))"/g)].map(([, file]) => `import '.${file}';`).join('\n');

/** Finds files, exports and dependencies that nothing uses. Runs with the architecture rules. */
export default {
  entry: [
    'index.html',
    'server/app/main.ts',
    'server/admin/main.ts',
    'server/basemap/streets/main.ts',
    'server/basemap/naturalEarth/main.ts',
    'server/demo/geography/streets/main.ts',
    'scripts/*.mjs',
    'bench/run.ts',
    'bench/pages/index.html',
    'bench/gallery/{index.html,vite.config.ts}',
    'models/run.ts',
    'tests/tour/main.ts',
    // Pages and processes that tests start by their path.
    'tests/support/mapPage/index.html',
    'tests/support/globalSetup.ts',
    'tests/support/killing/ingester.ts',
    'tests/support/killing/notifier.ts',
    'tests/faults/detection.follower.ts',
  ],
  project: ['{src,server,models,tests,bench,scripts}/**/*.{ts,tsx,mjs,css,html}'],
  compilers: { css: importsOfStyles, html: importsOfPages },
  // Fonts of documents are read by their paths.
  ignoreDependencies: ['@fontsource/inter', '@fontsource/vazirmatn'],
  // A program of Windows.
  ignoreBinaries: ['tasklist'],
} satisfies KnipConfig;
