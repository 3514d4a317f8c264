import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import type { Gt06Frame } from './framing.ts';
import { heartbeatWithSupply, heartbeatWithVolts, lwHeartbeat } from './heartbeats.ts';
import type { Layout, Outcome, Reading } from './layout.ts';
import { LAYOUTS } from './messages.ts';
import { ntLocation } from './nt.ts';

/**
 * Models that use numbers of the protocol for something of their own. Nothing in the frame says: the device's model, as
 * its form has it, does. Seen in frames of these models; their makers publish no document.
 */
interface ModelFamily {
  readonly models: RegExp;
  readonly layouts: Readonly<Record<number, Layout | undefined>>;
}

const FAMILIES: readonly ModelFamily[] = [
  { models: /^LW/i, layouts: { 0x13: lwHeartbeat } },
  { models: /^R11$/i, layouts: { 0x13: heartbeatWithSupply } },
  { models: /^SEEWORLD/i, layouts: { 0x13: heartbeatWithVolts } },
  { models: /^(?:NT(?:11|20|26|40|46)|VL100|XT40)$/i, layouts: { 0x22: ntLocation, 0x25: ntLocation } },
];

/** Reads a frame's content into the fix, as this model sends it. */
export function readMessage(fix: Fix, frame: Gt06Frame, reading: Reading): Outcome {
  const { model } = reading;
  const own = model === '' ? undefined : FAMILIES.find(({ models }) => models.test(model))?.layouts[frame.protocol];
  const layout = own ?? LAYOUTS[frame.protocol];
  return layout ? layout(fix, frame, reading) : 'unread';
}
