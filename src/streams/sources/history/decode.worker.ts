import { DecodeCore } from './decodeCore.ts';
import type { DecodeCommand } from './decodeMessages.ts';

/** Decodes track blocks away from the page. */
const core = new DecodeCore((report, transfer) => self.postMessage(report, { transfer }));

self.addEventListener('message', (message: MessageEvent<DecodeCommand>) => core.handle(message.data));
