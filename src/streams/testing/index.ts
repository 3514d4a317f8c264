export { FakeHistory } from './fakeHistory.ts';
export { FakeLiveServer, type TestFix } from './fakeLiveServer.ts';
export { createLocalDecoder } from './localDecoder.ts';
export { createLoopDecoder } from './loopDecoder.ts';
export { createLocalPort } from './localPort.ts';
export { createMemorySnapshots } from './memorySnapshots.ts';
export { ManualTime } from './manualTime.ts';
export { createWorld, expectedAt, lastFixOf, seeded, type World } from './world.ts';
