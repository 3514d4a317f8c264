import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
/** Rooms of this repository; `src/main/` is a peer's. */
const ROOMS = /^(src\/(?!main\/)|(server|models|tests|bench|scripts|docs)\/)/;
const documents = ['README.md', 'ARCHITECTURE.md', ...markdownIn('docs')];

function markdownIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join(folder, file));
}

/** Paths in backticks that begin with a room; `<name>` and other patterns are not paths. */
const namedPaths = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name).filter((name) => ROOMS.test(name));

describe('documents', () => {
  it.each(documents)('%s names only files and folders that exist', (document) => {
    const text = readFileSync(path.join(root, document), 'utf8');
    const missing = namedPaths(text).filter((name) => !existsSync(path.join(root, name.replace(/\/$/, ''))));
    expect(missing).toEqual([]);
  });

  it('every file on the way of a position exists', () => {
    const text = readFileSync(path.join(root, 'docs/a-position-on-its-way.md'), 'utf8');
    for (const step of text.split(/^\d+\. /m).slice(1)) {
      const named = [...step.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = '']) => name);
      const folders = named.filter((name) => ROOMS.test(name)).map((name) => path.dirname(name));
      for (const name of named) {
        const places = ROOMS.test(name) ? [name] : folders.map((folder) => path.join(folder, name));
        expect(
          places.some((place) => existsSync(path.join(root, place))),
          name,
        ).toBe(true);
      }
    }
  });
});
