import type { CallError } from '../../../../src/api/contract/index.ts';
import type { Result } from '../../../../src/domain/base/index.ts';
import type { Database, Transaction } from '../../../store/database.types.ts';

/** Carries a refusal out of a transaction, so that it is rolled back. */
class RefusedWork extends Error {
  readonly refusal: Result<never, CallError>;

  constructor(refusal: Result<never, CallError>) {
    super('The work was refused.');
    this.refusal = refusal;
  }
}

/** Runs the work in a transaction; what is refused half way leaves nothing behind. */
export async function atomically<Value>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result<Value, CallError>>,
): Promise<Result<Value, CallError>> {
  try {
    return await database.transaction(async (transaction) => {
      const result = await work(transaction);
      if (!result.ok) throw new RefusedWork(result);
      return result;
    });
  } catch (error) {
    if (error instanceof RefusedWork) return error.refusal;
    throw error;
  }
}
