import type { Device } from '@luma.gl/core';
import { describe, expect, it } from 'vitest';
import { IGNITION, MOTION } from '../../../domain/telemetry/index.ts';
import { INSTANCE_BYTES, type UnitFix } from '../../../streams/pipeline/fleetColumns.ts';
import { FakeFleet } from '../../testing/fakeFleet.ts';
import { FleetMirror, JOIN_GAP, planUploads } from './fleetMirror.ts';

const fix: UnitFix = {
  longitude: 10,
  latitude: 50,
  time: 0,
  speed: 60,
  course: 90,
  motion: MOTION.moving,
  ignition: IGNITION.on,
  late: false,
  idleSince: 0,
};

/** A device whose buffers are plain memory. */
function fakeDevice() {
  const memory: { bytes: Uint8Array; destroyed: boolean }[] = [];
  const device = {
    createBuffer({ byteLength }: { byteLength: number }) {
      const made = { bytes: new Uint8Array(byteLength), destroyed: false };
      memory.push(made);
      return {
        byteLength,
        write: (data: Uint8Array | Float32Array, offset: number) =>
          made.bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), offset),
        destroy: () => void (made.destroyed = true),
      };
    },
  } as unknown as Device;
  return { device, memory };
}

describe('planUploads', () => {
  it('joins ranges when what lies between costs less than a call', () => {
    const ranges = [
      { start: 0, end: 40 },
      { start: 40 + JOIN_GAP, end: 80 + JOIN_GAP },
      { start: 81 + 2 * JOIN_GAP, end: 121 + 2 * JOIN_GAP },
    ];
    expect(planUploads(ranges, 1e9)).toEqual([
      { start: 0, end: 80 + JOIN_GAP },
      { start: 81 + 2 * JOIN_GAP, end: 121 + 2 * JOIN_GAP },
    ]);
  });

  it('sends a thousand scattered reports of 100,000 units in one call, as measured best', () => {
    const ranges = Array.from({ length: 1_000 }, (_, i) => ({ start: i * 100 * 40, end: i * 100 * 40 + 40 }));
    expect(planUploads(ranges, 4_000_000)).toHaveLength(1);
  });

  it('sends nothing beyond the slots in use', () => {
    expect(
      planUploads(
        [
          { start: 0, end: 200 },
          { start: 400, end: 440 },
        ],
        120,
      ),
    ).toEqual([{ start: 0, end: 120 }]);
  });
});

describe('FleetMirror', () => {
  it('sends all at first, then only what changed', () => {
    const { device, memory } = fakeDevice();
    const fleet = new FakeFleet(8, 0);
    for (let id = 1; id <= 4; id++) fleet.segment(fleet.ensure(id), fix, null);
    const mirror = new FleetMirror();
    mirror.attach(device);
    mirror.update(fleet, fleet.frame(0).ranges);
    expect(mirror.uploaded.bytes).toBe(4 * (INSTANCE_BYTES + 4));
    fleet.report(2, { ...fix, longitude: 11 }, 1_000, 10);
    mirror.update(fleet, [{ start: 2 * INSTANCE_BYTES, end: 3 * INSTANCE_BYTES }]);
    expect(mirror.uploaded).toEqual({ calls: 2, bytes: INSTANCE_BYTES + 4 });
    expect([...(memory[0]?.bytes.subarray(0, 160) ?? [])]).toEqual([...new Uint8Array(fleet.instances, 0, 160)]);
    mirror.update(fleet, []);
    expect(mirror.uploaded.calls).toBe(0);
  });

  it('keeps the time of the last fix beside, as the shader needs it for staleness', () => {
    const { device, memory } = fakeDevice();
    const fleet = new FakeFleet(2, 1_000_000);
    fleet.segment(fleet.ensure(1), { ...fix, time: 940_000 }, null);
    const mirror = new FleetMirror();
    mirror.attach(device);
    mirror.update(fleet, fleet.frame(1_000_000).ranges);
    expect(new Float32Array(memory[1]?.bytes.buffer ?? new ArrayBuffer(4))[0]).toBe(-60);
  });

  it('sends all again when a unit was added and when the device was lost', () => {
    const first = fakeDevice();
    const fleet = new FakeFleet(8, 0);
    fleet.segment(fleet.ensure(1), fix, null);
    const mirror = new FleetMirror();
    mirror.attach(first.device);
    mirror.update(fleet, fleet.frame(0).ranges);
    fleet.segment(fleet.ensure(2), fix, null);
    mirror.update(fleet, fleet.frame(0).ranges);
    expect(mirror.uploaded.bytes).toBe(2 * (INSTANCE_BYTES + 4));
    mirror.detach();
    expect(first.memory[0]?.destroyed).toBe(true);
    const second = fakeDevice();
    mirror.attach(second.device);
    expect([...(second.memory[0]?.bytes.subarray(0, 80) ?? [])]).toEqual([...new Uint8Array(fleet.instances, 0, 80)]);
  });
});
