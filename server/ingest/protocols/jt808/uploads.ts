import { concatBytes, keepLatest } from '../shared/index.ts';
import { doubleWord, word } from './framing.ts';
import type { Message } from './handling.ts';
import type { Jt808Request } from './command.ts';

/** 8800: what a server says of an upload; 8003: asks for parts of a message whose upload has no number yet. */
const MEDIA_ANSWER = 0x8800;
const PARTS_WANTED = 0x8003;
/** Larger uploads, of some four megabytes, are stored and not kept count of. */
const MOST_PARTS = 4096;
/** Most parts that one message asks for (JT/T 808-2013, 8.55). */
const MOST_WANTED = 125;
/** Parts that are still missing after so many requests are not to be had. */
const MOST_REQUESTS = 3;
/** Uploads that one connection may have open; devices send one after the other. */
const OPEN_UPLOADS = 4;

interface Upload {
  /** Serial of the first part. */
  readonly first: number;
  readonly total: number;
  readonly stored: Set<number>;
  /** The number that the device gave the picture; null before its first part is stored. */
  mediaId: number | null;
  requests: number;
  /** When this part has come, what was asked for should be there. */
  awaited: number;
}

/** Pictures and sounds on their way: which parts are stored, and what the device is notified of it. */
export class MediaUploads {
  readonly #open = new Map<string, Upload>();

  /**
   * Takes note of a message that is stored. Answers what the device is notified: that everything is there, which parts
   * are wanted again, or null while more parts are to come. `mediaId` is in the first part only.
   */
  stored({ serial, part }: Pick<Message, 'serial' | 'part'>, mediaId: number | null): Jt808Request | null {
    if (!part) return mediaId === null ? null : complete(mediaId);
    if (part.total > MOST_PARTS) return null;
    const upload = this.#uploadOf(serial, part);
    upload.stored.add(part.index);
    upload.mediaId ??= mediaId;
    if (upload.stored.size === upload.total) return upload.mediaId === null ? null : complete(upload.mediaId);
    return part.index === upload.awaited ? request(upload) : null;
  }

  /** By serial, as parts are sent one after the other; what was asked for again may come with serials of its own. */
  #uploadOf(serial: number, { index, total }: { readonly index: number; readonly total: number }): Upload {
    const first = (serial - (index - 1)) & 0xffff;
    const key = `${first}:${total}`;
    const known =
      this.#open.get(key) ??
      [...this.#open.values()].find(
        (upload) => upload.total === total && upload.requests > 0 && !upload.stored.has(index),
      );
    if (known) return known;
    const upload = { first, total, stored: new Set<number>(), mediaId: null, requests: 0, awaited: total };
    keepLatest(this.#open, key, upload, OPEN_UPLOADS);
    return upload;
  }
}

/** No list of parts: everything is there. */
const complete = (mediaId: number): Jt808Request => ({ id: MEDIA_ANSWER, body: doubleWord(mediaId) });

function request(upload: Upload): Jt808Request | null {
  if (upload.requests === MOST_REQUESTS) return null;
  upload.requests++;
  const missing = Array.from({ length: upload.total }, (_, place) => place + 1).filter(
    (index) => !upload.stored.has(index),
  );
  const wanted = missing.slice(0, MOST_WANTED);
  upload.awaited = wanted.at(-1) ?? upload.total;
  const list = concatBytes(Uint8Array.of(wanted.length), ...wanted.map(word));
  return upload.mediaId === null
    ? { id: PARTS_WANTED, body: concatBytes(word(upload.first), list) }
    : { id: MEDIA_ANSWER, body: concatBytes(doubleWord(upload.mediaId), list) };
}
