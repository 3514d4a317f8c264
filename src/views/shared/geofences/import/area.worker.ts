import { createAreaDesk, type AreaRequest } from './areaDesk.ts';

/** Reads and checks one file of areas away from the page, which stays usable with a large one. */
const desk = createAreaDesk(
  (answer) => self.postMessage(answer),
  () => new Promise((resolve) => setTimeout(resolve)),
);
self.addEventListener('message', ({ data }: MessageEvent<AreaRequest>) => void desk(data));
