import {
  catalogue,
  type MethodName,
  type Reply,
  type ReplyEnvelope,
  type SignedIn,
} from '../../src/api/contract/index.ts';

/** Somebody signed in at a running server. */
export interface HttpCaller {
  /** For what is no call: streams and the live feed. */
  readonly token: string;
  readonly signedIn: SignedIn;
  call<M extends MethodName>(method: M, data: object): Promise<Reply<M>>;
}

/** Signs in as a script does; every call that fails throws with the server's code. */
export async function signInByHttp(url: string, username: string, password: string): Promise<HttpCaller> {
  async function call<M extends MethodName>(
    method: M,
    data: object,
    token: string | null,
    account: number | null,
  ): Promise<Reply<M>> {
    const header = {
      timezone: 0,
      lang: 'en',
      method,
      service: catalogue[method].service,
      token,
      account,
      version: '0.0.1',
    };
    const answer = await fetch(`${url}/api`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ header, data }),
    });
    const { error, data: said } = (await answer.json()) as ReplyEnvelope<Reply<M>>;
    if (error || said === null) throw new Error(`${method}: ${error?.code ?? answer.status} ${JSON.stringify(error)}`);
    return said;
  }
  const signedIn = await call('signin', { username, password }, null, null);
  const { access_token, accounts } = signedIn;
  return {
    token: access_token,
    signedIn,
    call: (method, data) => call(method, data, access_token, accounts[0]?.account_id ?? null),
  };
}
