import type { Handlers } from '../gateway/types.ts';
import type { Messages } from '../gateway/messages.ts';
import { createAuthHandlers, type AuthServices } from './auth/index.ts';
import { createDeviceHandlers } from './devices/index.ts';
import { createLanguageHandlers } from './languages/index.ts';
import { createTrackingHandlers, type TrackingServices } from './tracking/index.ts';
import { createUnitHandlers } from './units/index.ts';

export interface HandlerServices extends Omit<AuthServices, 'directory'>, Omit<TrackingServices, 'problems'> {
  readonly messages: Messages;
}

/** A handler for every method of the catalogue; a new method is asked for here by the compiler. */
export function createHandlers(services: HandlerServices): Handlers {
  return {
    ...createAuthHandlers(services),
    ...createLanguageHandlers(services.messages, services.problems),
    ...createUnitHandlers(services.database, services.problems),
    ...createDeviceHandlers(services.database, services.problems),
    ...createTrackingHandlers(services),
  };
}
