import { describe, expect, it } from 'vitest';
import { executionAnswer } from './executionLook.ts';

const translate = (key: string, values: Record<string, string>): string => [key, ...Object.values(values)].join(' ');

describe('the answer to a command', () => {
  it.each([
    ['refused', 'unsupported', 'FMB920', 'executionRefusals.unsupported'],
    ['refused', 'result=1', 'JT808', 'executionRefusals.failed 1'],
    ['refused', 'result=2', 'JT808', 'executionRefusals.broken 2'],
    ['refused', 'result=4', 'JT808', 'executionRefusals.failed 4'],
    ['refused', 'result=3', 'JT808', 'executionRefusals.unknown 3'],
    // Answers in the device's own words stay as they are.
    ['refused', 'busy', 'JT808', 'busy'],
    ['refused', 'result=1', 'FMB920', 'result=1'],
    ['answered', 'unsupported', 'FMB920', 'unsupported'],
    ['answered', '0001=60', 'JT808', '0001=60'],
  ] as const)('%s, %s of %s reads %s', (state, answer, model, read) => {
    expect(executionAnswer({ state, answer }, model, translate)).toBe(read);
  });
});
