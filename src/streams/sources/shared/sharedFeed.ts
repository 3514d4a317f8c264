import { io, type Socket } from 'socket.io-client';
import {
  LIVE_PATH,
  SHARE_FEED,
  type LiveClientEvents,
  type LiveServerEvents,
  type ShareAuth,
} from '../../../api/contract/index.ts';
import type { SharedLocation } from '../../../domain/share/index.ts';

export interface SharedFeedHandlers {
  /** What the link shows now. */
  location(location: SharedLocation): void;
  /** The connection is there, or is not; it is tried again by itself. */
  connected(isConnected: boolean): void;
}

/** Follows what the link of a location share shows; answers how to end it. */
export function openSharedFeed(url: string, auth: ShareAuth, handlers: SharedFeedHandlers): () => void {
  const socket: Socket<LiveServerEvents, LiveClientEvents> = io(`${url}${SHARE_FEED}`, {
    path: LIVE_PATH,
    transports: ['websocket'],
    forceNew: true,
    auth: { ...auth },
  });
  socket.on('shared', (location) => {
    handlers.connected(true);
    handlers.location(location);
  });
  // An end that the server wants is not tried again: the page asks why.
  socket.on('disconnect', () => handlers.connected(false));
  return () => {
    socket.off();
    socket.disconnect();
  };
}
