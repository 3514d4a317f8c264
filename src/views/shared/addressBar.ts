import { createContext } from 'react';

/**
 * The path in the address bar at this moment, as screens write it. It runs ahead of the path that is
 * rendered: a link has been pressed, and its screen is still being made. Null: nobody knows better than
 * what is rendered.
 */
export const AddressBarContext = createContext<(() => string) | null>(null);
