import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEVICE_PORTS, SETTINGS } from './config.ts';

const readme = fs.readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8');

describe('README', () => {
  it.each(SETTINGS)('documents $name with its default and what it takes', ({ name, fallback, takes }) => {
    expect(readme).toContain(`| \`${name}\` | ${fallback} | ${takes} |`);
  });

  it('names every device port', () => {
    for (const port of Object.values(DEVICE_PORTS)) expect(readme).toContain(`| ${port} |`);
  });

  it('shows pictures that exist', () => {
    const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map((match) => match[1]);
    expect(pictures.length).toBeGreaterThan(0);
    for (const picture of pictures)
      expect(fs.existsSync(path.resolve(import.meta.dirname, '../..', picture))).toBe(true);
  });
});
