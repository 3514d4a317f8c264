import { createContext } from 'react';

/** An address as screens write it. */
export interface Address {
  readonly path: string;
  /** With its question mark; empty without a query. */
  readonly search: string;
}

/**
 * What is in the address bar at this moment. It runs ahead of what is rendered: a link has been pressed,
 * and its screen is still being made. Null: nobody knows better than what is rendered.
 */
export const AddressBarContext = createContext<(() => Address) | null>(null);
