import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The gallery: every component and entrance screen with made-up data. Not shipped. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
  server: { port: 5183, strictPort: true, fs: { allow: ['../..'] } },
  build: {
    outDir: '../../.cache/gallery',
    emptyOutDir: true,
    target: 'es2022',
    // As in the product's own build.
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [
          {
            test: /\/src\/(ui\/(index|components|forms|tokens)|i18n|views|domain).*(?<!styles)\.tsx?$/,
            sideEffects: false,
          },
        ],
      },
    },
  },
});
