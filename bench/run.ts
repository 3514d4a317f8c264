/**
 * `npm run bench [-- name ...]`: each benchmark does the same work the usual way and ours in one run
 * and prints a table. Ratios count; absolutes depend on the machine. `--write` puts the tables into
 * docs/bench.md.
 */
import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { keepsBar, machine, renderTable, type Table } from './support/table.ts';
import { BENCHMARKS } from './registry.ts';

/** Asks a run for its tables and nothing else. */
const ANSWER = '--answer';

/** A benchmark in a process of its own: what one leaves in memory must not slow the next. */
function measured(name: string): Promise<Table[]> {
  return new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, [name, ANSWER]);
    let tables: Table[] | null = null;
    child.on('message', (answer) => {
      tables = answer as Table[];
    });
    child.on('exit', (code) =>
      tables ? resolve(tables) : reject(new Error(`The benchmark "${name}" ended with ${code} and no tables`)),
    );
  });
}

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const write = process.argv.includes('--write');
const names = wanted.length > 0 ? wanted : Object.keys(BENCHMARKS);
const unknown = names.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown.join('", "')}". Benchmarks: ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(2);
}

if (process.argv.includes(ANSWER)) {
  for (const name of names) {
    const tables = await BENCHMARKS[name]();
    await new Promise((resolve) => process.send?.(tables, resolve));
  }
  process.exit(0);
}

console.log(machine());
const tables: Table[] = [];
for (const name of names) {
  console.log(`\n${name}: measuring ...`);
  const started = performance.now();
  const made = await measured(name);
  tables.push(...made);
  for (const table of made) console.log(`\n${renderTable(table)}`);
  console.log(`\n(${name}: ${((performance.now() - started) / 1000).toFixed(0)} s)`);
}
const missed = tables.flatMap((table) => table.rows).filter((row) => !keepsBar(row));
console.log(
  missed.length === 0
    ? '\nEvery bar is kept.'
    : `\n${missed.length} bars missed: ${missed.map((row) => row.measure).join('; ')}`,
);
if (write) {
  const head = `# Measurements\n\nWritten by \`npm run bench -- --write\`. Ratios within one run count; absolutes depend on the machine.\n\n${machine()}\n`;
  fs.writeFileSync(
    path.join(import.meta.dirname, '../docs/bench.md'),
    `${head}\n${tables.map(renderTable).join('\n\n')}\n`,
  );
}
