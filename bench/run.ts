/**
 * `npm run bench [-- name ...]`: each benchmark does the same work the usual way and ours in one run
 * and prints a table. Ratios count; absolutes depend on the machine. `--write` puts the tables into
 * docs/bench.md.
 */
import fs from 'node:fs';
import path from 'node:path';
import { keepsBar, machine, renderTable, type Table } from './support/table.ts';
import { BENCHMARKS } from './registry.ts';

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const write = process.argv.includes('--write');
const names = wanted.length > 0 ? wanted : Object.keys(BENCHMARKS);
const unknown = names.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown.join('", "')}". Benchmarks: ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(2);
}

console.log(machine());
const tables: Table[] = [];
for (const name of names) {
  const started = performance.now();
  const made = await BENCHMARKS[name]();
  tables.push(...made);
  for (const table of made) console.log(`\n${renderTable(table)}`);
  console.log(`\n(${name}: ${((performance.now() - started) / 1000).toFixed(0)} s)`);
}
const missed = tables.flatMap((table) => table.rows).filter((row) => !keepsBar(row));
console.log(missed.length === 0 ? '\nEvery bar is kept.' : `\n${missed.length} bars missed: ${missed.map((row) => row.measure).join('; ')}`);
if (write) {
  const head = `# Measurements\n\nWritten by \`npm run bench -- --write\`. Ratios within one run count; absolutes depend on the machine.\n\n${machine()}\n`;
  fs.writeFileSync(path.join(import.meta.dirname, '../docs/bench.md'), `${head}\n${tables.map(renderTable).join('\n\n')}\n`);
}
