import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './commonPasswords.ts';

describe('common passwords', () => {
  it.each(['password', 'Password', '123456', 'qwertyuiop', 'letmein', 'football1'])(
    '%s is one, in either case',
    (password) => expect(isCommonPassword(password)).toBe(true),
  );

  it.each(['Demo#2026', 'correct horse battery staple', 'Kilometerstand-47'])('%s is none', (password) =>
    expect(isCommonPassword(password)).toBe(false),
  );
});
