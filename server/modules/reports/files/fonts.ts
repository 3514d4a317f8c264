import fs from 'node:fs';
import { createRequire } from 'node:module';

/** The product's own fonts, by the signs that they have: Latin, Cyrillic, Persian. Regular and bold. */
const FILES = [
  ['inter', 'latin'],
  ['inter', 'latin-ext'],
  ['inter', 'cyrillic'],
  ['inter', 'cyrillic-ext'],
  ['vazirmatn', 'arabic'],
] as const;
const WEIGHTS = { regular: 400, bold: 700 } as const;
export type Weight = keyof typeof WEIGHTS;

export interface FontFile {
  /** Under which a document knows it. */
  readonly name: string;
  readonly weight: Weight;
  readonly bytes: Buffer;
}

const resolve = createRequire(import.meta.url).resolve;
let known: readonly FontFile[] | null = null;

/** Reads the fonts of documents, once for the process. Those of the first match go first. */
export function documentFonts(): readonly FontFile[] {
  known ??= (Object.keys(WEIGHTS) as Weight[]).flatMap((weight) =>
    FILES.map(([family, subset]) => ({
      name: `${family}-${subset}-${weight}`,
      weight,
      bytes: fs.readFileSync(resolve(`@fontsource/${family}/files/${family}-${subset}-${WEIGHTS[weight]}-normal.woff`)),
    })),
  );
  return known;
}
