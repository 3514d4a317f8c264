/** Entry of `npm run basemap -- <extract.osm.pbf>`: streets of an OpenStreetMap extract as one PMTiles file. */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readExtract } from '../osm/index.ts';
import { archiveFolder } from '../archives.ts';
import { streetArchive } from './streetArchive.ts';

const USAGE = `Makes street-level vector tiles of an OpenStreetMap extract.

  npm run basemap -- <extract.osm.pbf> [--out <file.pmtiles>] [--name <name>]

Without --out the file is written into DATA_DIR/basemap, where the server finds it at its next start.
The extract is read as a whole: up to some 50 MB. README says how larger countries are had.
`;

/** Exit codes: done, not done, asked wrongly. */
const EXIT = { done: 0, failed: 1, usage: 2 } as const;

process.exitCode = main();

function main(): number {
  const asked = readArguments();
  if (asked === null) return say(USAGE, EXIT.usage);
  const { source, out, name } = asked;
  if (!existsSync(source) || !statSync(source).isFile()) return say(`There is no file ${source}.\n`, EXIT.failed);
  const began = performance.now();
  const extract = readExtract(readFileSync(source));
  if (!extract.ok)
    return say(`${source} cannot be read as an OpenStreetMap extract: ${extract.error.detail}\n`, EXIT.failed);
  const archive = streetArchive(extract.value, name);
  if (archive === null) return say(`${source} holds no roads, places or land use.\n`, EXIT.failed);
  mkdirSync(path.dirname(out), { recursive: true });
  // A server that is running never sees half a file.
  writeFileSync(`${out}.part`, archive.file);
  renameSync(`${out}.part`, out);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const size = (archive.file.length / 1e6).toFixed(1);
  process.stdout.write(
    `${out}: ${archive.tiles} tiles, ${size} MB, ${seconds} s. A running server shows it after a restart.\n`,
  );
  return EXIT.done;
}

function say(text: string, code: number): number {
  process.stderr.write(text);
  return code;
}

function readArguments(): { source: string; out: string; name: string } | null {
  // npm changes the folder; what was typed is meant from where it was typed.
  const here = process.env['INIT_CWD'] ?? process.cwd();
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { out: { type: 'string' }, name: { type: 'string' }, help: { type: 'boolean' } },
    });
    const [given, ...others] = positionals;
    if (values.help || given === undefined || others.length > 0) return null;
    const stem = path.basename(given).replace(/(\.osm)?\.pbf$/, '');
    const folder = archiveFolder(path.resolve(process.env['DATA_DIR'] || './data'));
    return {
      source: path.resolve(here, given),
      out: values.out ? path.resolve(here, values.out) : path.join(folder, `${stem}.pmtiles`),
      name: values.name ?? stem,
    };
  } catch {
    // An option that there is not.
    return null;
  }
}
