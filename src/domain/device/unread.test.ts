import { expect, it } from 'vitest';
import { textOfBytes } from './unread.ts';

it('shows text where all of a message is text', () => {
  expect(textOfBytes(new TextEncoder().encode('*HQ,1,V9#\r\n'))).toBe('*HQ,1,V9#\r\n');
  expect(textOfBytes(new TextEncoder().encode('Грузовик'))).toBe('Грузовик');
  expect(textOfBytes(Uint8Array.of(0x78, 0x78, 0x05, 0x0d))).toBeNull();
  expect(textOfBytes(Uint8Array.of(0x24, 0xff, 0xfe))).toBeNull();
  expect(textOfBytes(new Uint8Array(0))).toBeNull();
});
