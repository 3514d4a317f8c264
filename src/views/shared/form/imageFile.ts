import { IMAGE } from '../../../domain/base/index.ts';

/** First bytes of the kinds that are taken: a name or a type given by the system proves nothing. */
const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Why a file cannot be a picture of the product, or null (specification, chapter 5: JPG or PNG, at most 2 MB). */
export async function imageProblem(file: Blob): Promise<'kind' | 'size' | null> {
  const head = new Uint8Array(await file.slice(0, PNG.length).arrayBuffer());
  const startsWith = (signature: readonly number[]): boolean => signature.every((byte, index) => head[index] === byte);
  if (!startsWith(JPEG) && !startsWith(PNG)) return 'kind';
  return file.size > IMAGE.bytes ? 'size' : null;
}
