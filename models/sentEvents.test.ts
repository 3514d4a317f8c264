import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHARTS, eventsOf } from './charts.ts';
import { MODELS } from './models.ts';
import { declaredEvents, sentEvents } from './sentEvents.ts';

const machines = path.resolve(import.meta.dirname, '../src/machines');
const folders = Object.entries(CHARTS).map(([folder, charts]) => ({ folder, events: charts.flatMap(eventsOf) }));
const sent = sentEvents();

describe('the events of a statechart', () => {
  it('are checked for every chart that there is', () => {
    const existing = fs.readdirSync(machines).filter((folder) => folder !== 'verification');
    expect(Object.keys(CHARTS).toSorted()).toEqual(existing.toSorted());
  });

  it.each(folders)('$folder: are those that it declares', ({ folder, events }) => {
    expect([...new Set(events)].toSorted()).toEqual([...declaredEvents(folder)].toSorted());
  });

  it.each(folders)('$folder: are all sent by the product', ({ folder, events }) => {
    const isShared = (type: string) => folders.some((other) => other.folder !== folder && other.events.includes(type));
    expect(events.filter((type) => !sent(folder, type, isShared(type)))).toEqual([]);
  });
});

it('the list of models names every model that there is', () => {
  const files = fs.readdirSync(import.meta.dirname).filter((file) => file.endsWith('.model.ts'));
  const texts = files.map((file) => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8'));
  const machinesOfModels = texts.flatMap((text) => [...text.matchAll(/\}\)\.createMachine\(/g)]).length;
  expect(Object.keys(MODELS)).toHaveLength(machinesOfModels);
});
