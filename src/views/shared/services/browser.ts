import { createContext, useContext } from 'react';
import type { MapServices, ShareAuth } from '../../../api/contract/index.ts';
import type { Instant, Result } from '../../../domain/base/index.ts';
import type { ResetGrant } from '../../../machines/passwordReset/index.ts';
import type { SharedFeedHandlers } from '../../../streams/sources/shared/sharedFeed.ts';
import { useStore, type ReadableStore } from './store.ts';

/** Push messages of this browser; a subscription is the JSON that the server keeps. */
export interface PushServices {
  /** Null: there is none. */
  current(): Promise<string | null>;
  /** Asks for permission, so only upon a click. */
  subscribe(publicKey: string): Promise<Result<string, 'unsupported' | 'denied' | 'unreachable'>>;
  unsubscribe(): Promise<void>;
}

/** What pages ask of the browser itself; `app` provides it. */
export interface BrowserServices {
  /** The present, updated every second while somebody reads it. */
  readonly clock: ReadableStore<Instant>;
  readonly passkeys: {
    readonly supported: boolean;
    /** Makes a passkey on this device; null when its owner thought better of it. Rejects for a bug. */
    create(options: Readonly<Record<string, unknown>>): Promise<object | null>;
    /** Lets this device answer for a passkey; null when its owner thought better of it. */
    answer(options: Readonly<Record<string, unknown>>): Promise<object | null>;
  };
  push(): Promise<PushServices>;
  /** The invitation whose receiver went to sign in (specification, chapter 8: "stored invite data"). */
  readonly invite: ReadableStore<string | null> & { keep(token: string): void; drop(): void };
  /** The right to set a forgotten password, kept over a reload of the page. */
  readonly resetGrant: { read(): ResetGrant | null; keep(grant: ResetGrant | null): void };
  /** By which a page of a location link that was opened goes on, over a reload too; empty: it was not opened here. */
  readonly sharedVisit: { read(token: string): string; keep(token: string, visit: string): void };
  /** Follows what a location link shows; answers how to end it. */
  followShare(auth: ShareAuth, handlers: SharedFeedHandlers): () => void;
  /** The name by which this page was reached, without a port. */
  readonly host: string;
  /** Puts a text on the clipboard; false where the browser forbids it. */
  copy(text: string): Promise<boolean>;
  /** The base maps that the server offers, for pages without an account; null when it cannot say. */
  mapServices(): Promise<MapServices | null>;
  /** A text that nobody else has, to know something again by. */
  newId(): string;
  /** Solves a proof of work that the server asked for; null when it could not be had. */
  proveWork(signal: AbortSignal): Promise<string | null>;
}

export const BrowserContext = createContext<BrowserServices | null>(null);

/** The browser's services; outside of {@link BrowserContext} is a mistake. */
export function useBrowser(): BrowserServices {
  const services = useContext(BrowserContext);
  if (services === null) throw new Error('useBrowser outside of BrowserContext');
  return services;
}

/** The present to the second, for countdowns. */
export function useClock(): Instant {
  return useStore(useBrowser().clock);
}
