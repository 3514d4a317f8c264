import {
  COOKIE_HEADER,
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

/** Somebody signed in as our page does it. */
export interface BrowserSession {
  /** What the page keeps in its storage, as JSON. */
  readonly kept: string;
  /** The cookie that renews the session: its name, value and path. */
  readonly cookie: { readonly name: string; readonly value: string; readonly path: string };
}

/** Signs in as a page does, and enters the account: for a browser that comes in as somebody who signed in before. */
export async function signInAsPage(url: string, username: string, password: string): Promise<BrowserSession> {
  let cookies: string[] = [];
  const { signedIn, call } = await signInByHttp(url, username, password, (answer) => {
    cookies = answer.headers.getSetCookie();
  });
  const [account] = signedIn.accounts;
  // With other permissions than they have by now, the page would say that their role was changed.
  const { permissions } = await call('selectAccount', { account_id: account.account_id });
  const [, name, value, path] = cookies.flatMap(
    (cookie) => /^(wayline_session)=([^;]+);.*Path=([^;]+)/.exec(cookie) ?? [],
  );
  const kept = {
    userId: signedIn.user.user_id,
    accountId: account.account_id,
    accountType: account.type,
    role: account.role,
    permissions,
    notificationToken: null,
  };
  return { kept: JSON.stringify(kept), cookie: { name, value, path } };
}

/** Signs in as a script does; every call that fails throws with the server's code. */
export async function signInByHttp(
  url: string,
  username: string,
  password: string,
  /** Given the answer of the sign-in, where a page signs in: it is set cookies. */
  asPage?: (answer: Response) => void,
): Promise<HttpCaller> {
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
      headers: { 'Content-Type': 'application/json', ...(asPage ? { [COOKIE_HEADER]: '1' } : {}) },
      body: JSON.stringify({ header, data }),
    });
    if (method === 'signin') asPage?.(answer);
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
