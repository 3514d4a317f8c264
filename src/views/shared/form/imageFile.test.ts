import { describe, expect, it } from 'vitest';
import { IMAGE } from '../../../domain/base/index.ts';
import { imageProblem } from './imageFile.ts';

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const blob = (bytes: readonly number[], size = bytes.length): Blob =>
  new Blob([Uint8Array.from(bytes), new Uint8Array(Math.max(0, size - bytes.length))]);

describe('picture files', () => {
  it('are JPG or PNG by what they hold, not by their name', async () => {
    expect(await imageProblem(blob(png))).toBeNull();
    expect(await imageProblem(blob([0xff, 0xd8, 0xff, 0xe0]))).toBeNull();
    expect(await imageProblem(new File(['GIF89a'], 'photo.png', { type: 'image/png' }))).toBe('kind');
    expect(await imageProblem(blob([]))).toBe('kind');
  });

  it('have at most two megabytes', async () => {
    expect(await imageProblem(blob(png, IMAGE.bytes))).toBeNull();
    expect(await imageProblem(blob(png, IMAGE.bytes + 1))).toBe('size');
  });
});
