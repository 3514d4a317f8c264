import { describe, expect, it } from 'vitest';
import { createScreens } from '../../registry.ts';
import { matchingCommands, screenCommands, type Command } from './commands.ts';

const nothing = async () => ({ default: () => null });
const screens = createScreens({ list: nothing, map: nothing });
const act = (title: string, detail = ''): Command => ({
  id: title,
  kind: 'act',
  title,
  detail,
  path: null,
  run: () => undefined,
});

describe('commands of the search', () => {
  it('lead to every screen that one may open and that needs no thing to be named', () => {
    const paths = screenCommands(
      screens,
      () => true,
      (key) => key,
    ).map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['/dashboard', '/units/list', '/units/trips', '/unit-creation', '/jobs', '/sim/create']),
    );
    for (const path of paths) expect(path).not.toMatch(/:|^\/(child|login|consumer-account|units\/(videos|history))/);
    expect(
      screenCommands(
        screens,
        (path) => path === '/jobs',
        (key) => key,
      ),
    ).toHaveLength(1);
  });

  it('are found by all words of title and place, what begins so first', () => {
    const commands = [act('Semi-dark', 'Appearance'), act('Dark', 'Appearance'), act('Logout')];
    expect(matchingCommands(commands, 'dark').map(({ title }) => title)).toEqual(['Dark', 'Semi-dark']);
    expect(matchingCommands(commands, 'appear semi').map(({ title }) => title)).toEqual(['Semi-dark']);
    expect(matchingCommands(commands, ' ')).toEqual([]);
  });
});
