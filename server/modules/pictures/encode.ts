import sharp from 'sharp';
import { IMAGE, failure, success, type Result } from '../../../src/domain/base/index.ts';

const JPEG_QUALITY = 85;

/** A picture as we made it. */
export interface EncodedPicture {
  readonly type: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** What the bytes say they are; a name or a header says nothing. */
function kindOf(bytes: Uint8Array): 'png' | 'jpeg' | null {
  const starts = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  return starts(0xff, 0xd8, 0xff) ? 'jpeg' : null;
}

/**
 * Decodes a picture and re-encodes it, so that nothing of what was sent is served: no metadata (a
 * photo knows where it was taken), no second format in the same bytes, no more pixels than needed.
 */
export async function encodePicture(bytes: Uint8Array): Promise<Result<EncodedPicture, 'notAnImage'>> {
  const kind = kindOf(bytes);
  if (kind === null) return failure('notAnImage');
  try {
    const image = sharp(bytes, { limitInputPixels: IMAGE.pixels, failOn: 'error', pages: 1 })
      // Upright as the camera meant it, before that note is thrown away with the rest.
      .rotate()
      .resize({ width: IMAGE.side, height: IMAGE.side, fit: 'inside', withoutEnlargement: true });
    const encoded =
      kind === 'png' ? image.png({ compressionLevel: 9 }) : image.jpeg({ quality: JPEG_QUALITY, mozjpeg: true });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    return success({ type: kind === 'png' ? 'image/png' : 'image/jpeg', width: info.width, height: info.height, data });
  } catch {
    // Cut off, damaged, or of more pixels than any screen has: to the person it is no picture.
    return failure('notAnImage');
  }
}
