import { createContext, useContext } from 'react';
import type { CallData, MethodName, Reply, UploadedImage } from '../../../api/contract/index.ts';
import type { Result } from '../../../domain/base/index.ts';
import type { EventSubject } from '../../../domain/events/index.ts';
import type { Problem } from './fleet.ts';

/** The product's methods as views and their workflows call them; `app` provides it. */
export interface Calls {
  /** Resolves to a problem for everything but an abort, which rejects. */
  call<M extends MethodName>(method: M, data: CallData<M>, signal?: AbortSignal): Promise<Result<Reply<M>, Problem>>;
  /** A file that the server keeps, whole. */
  file(id: string, signal?: AbortSignal): Promise<Result<Blob, Problem>>;
  upload(file: Blob, signal?: AbortSignal): Promise<Result<UploadedImage, Problem>>;
  /**
   * Notified whenever an entity of one of these types changed in the account's tree (`role`, `account`,
   * `user`, `invitation`, ...), by whomever. Returns an undo.
   */
  onChange(subjects: readonly EventSubject[], listener: () => void): () => void;
}

export const CallsContext = createContext<Calls | null>(null);

/** The calls; outside of {@link CallsContext} is a mistake. */
export function useCalls(): Calls {
  const calls = useContext(CallsContext);
  if (calls === null) throw new Error('useCalls outside of CallsContext');
  return calls;
}
