import http from 'node:http';
import https from 'node:https';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** Ways out to addresses that people typed in. */
export interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

/**
 * Agents that open no connection into the server's own network, whatever name the address has: checked when the name is
 * resolved. `allowPrivate` is for servers whose webhooks stand beside them; `keepAlive` for those that send a lot to
 * few.
 */
export function createAgents(allowPrivate: boolean, keepAlive = false): Agents {
  const options = { keepAlive };
  if (allowPrivate) return { http: new http.Agent(options), https: new https.Agent(options) };
  return { http: new RequestFilteringHttpAgent(options), https: new RequestFilteringHttpsAgent(options) };
}
