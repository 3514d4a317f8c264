export * from './playback.machine.ts';
