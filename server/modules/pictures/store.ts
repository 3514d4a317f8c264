import { randomBytes } from 'node:crypto';
import { DAY, success, type Instant, type Result } from '../../../src/domain/base/index.ts';
import type { Database } from '../../store/database.types.ts';
import { pictureUrl } from '../shared/index.ts';
import { encodePicture } from './encode.ts';

const ID_BYTES = 18;
const ID_PATTERN = /^[A-Za-z0-9_-]{24}$/;
/** A picture that was uploaded and then used nowhere stays so long. */
const KEEP_UNUSED = DAY;

interface TakenPicture {
  readonly image_id: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

interface StoredPicture {
  readonly type: string;
  readonly data: Buffer;
}

/** Pictures that people uploaded. The id cannot be guessed: everybody who knows it may see the picture. */
export interface Pictures {
  take(
    bytes: Uint8Array,
    owner: { userId: number; accountId: number | null },
    now: Instant,
  ): Promise<Result<TakenPicture, 'notAnImage'>>;
  read(id: string): Promise<StoredPicture | null>;
  /** Removes what was uploaded and used nowhere; answers how many. */
  purge(now: Instant): Promise<number>;
}

export function createPictures(database: Database): Pictures {
  return {
    async take(bytes, { userId, accountId }, now) {
      const encoded = await encodePicture(bytes);
      if (!encoded.ok) return encoded;
      const { type, width, height, data } = encoded.value;
      const id = randomBytes(ID_BYTES).toString('base64url');
      await database.query(
        'insert into image (id, account_id, user_id, type, width, height, data, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
        [id, accountId, userId, type, width, height, data, new Date(now)],
      );
      return success({ image_id: id, url: pictureUrl(id), width, height });
    },
    async read(id) {
      if (!ID_PATTERN.test(id)) return null;
      const [row] = await database.query<{ type: string; data: Buffer }>('select type, data from image where id = $1', [
        id,
      ]);
      return row ?? null;
    },
    async purge(now) {
      const rows = await database.query(
        `delete from image i where i.created_at < $1
           and not exists (select 1 from app_user u where u.picture = i.id)
           and not exists (select 1 from account_logo l where l.image_id = i.id)
         returning i.id`,
        [new Date(now - KEEP_UNUSED)],
      );
      return rows.length;
    },
  };
}
