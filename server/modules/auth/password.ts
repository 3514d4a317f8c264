import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

/** Cost of one hash: OWASP's second recommendation for argon2id (19 MiB, two passes, one lane). */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Hashes at a time: they share libuv's four threads with files, DNS and compression. */
const CONCURRENT = 2;
/** Hashes that may wait; at some 50 ms each the last of them waits about a second and a half. */
const MAXIMUM_WAITING = 60;

/** Too many passwords are being checked already. */
export class HashQueueFull extends Error {
  override readonly name = 'HashQueueFull';
}

/** Hashes passwords as PHC strings: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** False for a wrong password and for a string that is no hash of ours. Costs one hash. */
  verify(phc: string, password: string): Promise<boolean>;
  /** Costs the same as `verify`, for users that do not exist. */
  pretend(password: string): Promise<void>;
}

/** What one hash costs whoever guesses, and us. `memory` in KiB. */
interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

export interface PasswordHasherOptions {
  /** Hashes at a time. */
  readonly concurrent?: number;
  /** Hashes that may wait for their turn. */
  readonly maximumWaiting?: number;
  /** Of new hashes; only tests may ask for less. A stored hash is checked at the cost that it names. */
  readonly cost?: Cost;
}

/** One hasher for the process: it keeps the queue. Rejects with {@link HashQueueFull}. */
export function createPasswordHasher({
  concurrent = CONCURRENT,
  maximumWaiting = MAXIMUM_WAITING,
  cost = COST,
}: PasswordHasherOptions = {}): PasswordHasher {
  const waiting: (() => void)[] = [];
  let running = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrent) {
      if (waiting.length >= maximumWaiting) throw new HashQueueFull('Too many passwords are being checked.');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      // The place is handed over, so `running` changes only when nobody waits.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
  const hashOf = (password: string, nonce: Buffer, costs: Cost) =>
    inTurn(() => derive('argon2id', { message: password, nonce, tagLength: HASH_BYTES, ...costs }));
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return format(cost, salt, await hashOf(password, salt, cost));
    },
    async verify(phc, password) {
      const parts = parse(phc);
      if (!parts) {
        await hashOf(password, Buffer.alloc(SALT_BYTES), cost);
        return false;
      }
      return timingSafeEqual(await hashOf(password, parts.salt, parts.cost), parts.hash);
    },
    async pretend(password) {
      await hashOf(password, Buffer.alloc(SALT_BYTES), cost);
    },
  };
}

function format(cost: Cost, salt: Buffer, hash: Buffer): string {
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(salt)}$${plain(hash)}`;
}

function parse(phc: string): { salt: Buffer; hash: Buffer; cost: Cost } | null {
  const match = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc);
  if (!match) return null;
  const [, memory, passes, parallelism, salt = '', hash = ''] = match;
  const bytes = Buffer.from(hash, 'base64');
  if (bytes.length !== HASH_BYTES) return null;
  return {
    salt: Buffer.from(salt, 'base64'),
    hash: bytes,
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  };
}
