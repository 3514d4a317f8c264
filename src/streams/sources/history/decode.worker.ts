import { DecodeCore } from './decodeCore.ts';
import type { DecodeCommand } from './decodeMessages.ts';

/** Asks for track blocks and decodes them, away from the page. */
const core = new DecodeCore({
  fetch: (url, init) => fetch(url, init),
  post: (report, transfer) => self.postMessage(report, { transfer }),
});

self.addEventListener('message', (message: MessageEvent<DecodeCommand>) => {
  // What rejects is a bug; the page hears of errors, and not of rejections.
  core.handle(message.data).catch((error: unknown) => reportError(error));
});
