import { answerAreaRequests, type AreaRequest } from './areaRequests.ts';

/** Reads and checks one file of areas away from the page, which stays usable with a large one. */
const handle = answerAreaRequests(
  (answer) => self.postMessage(answer),
  () => new Promise((resolve) => setTimeout(resolve)),
);
self.addEventListener('message', ({ data }: MessageEvent<AreaRequest>) => void handle(data));
