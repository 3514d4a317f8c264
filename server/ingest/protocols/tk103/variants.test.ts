import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { openSession } from '../../testing/streams.ts';
import { tk103 } from './index.ts';

const ID = '088046338039';

function ask(frame: string) {
  const intake = new RecordingIntake();
  const { session, wire } = openSession(tk103, intake);
  session.receive(new TextEncoder().encode(frame));
  return { intake, answer: wire.text, fix: intake.fixes[0] };
}

describe('identifiers', () => {
  it.each([
    ['BALLESTEROS3', '(BALLESTEROS3BR00190408A4113.5700N00140.3100E060.0162431000.0001000000L00000000)'],
    ['Truck7AB0312', '(Truck7AB0312BR00190408A4113.5700N00140.3100E060.0162431000.0001000000L00000000)'],
    ['0880AB046338', '(0880AB046338BP05000088046338039190408A4113.5700N00140.3100E060.0162431000.0001000000L00000000)'],
    ['TRUCK7', '(TRUCK7,BP05,080419,A,4113.5700N,00140.3100E,60.0,162431,0.0)'],
    ['357593060760397', '(357593060760397BP02,G,2,190408A4113.5700N00140.3100E060.0162431000.00,7)'],
    ['044027395704', '(044027395704BQ81,ALARM,1,164,190408A4113.5700N00140.3100E060.0162431000.0000,00000000)'],
  ])('%s', (identifier, frame) => {
    expect(ask(frame).fix).toMatchObject({ identifier, time: Date.UTC(2019, 3, 8, 16, 24, 31), speed: 60 });
  });

  it('are named in the answer as they were sent', () => {
    expect(ask('(BALLESTEROS3BP00000000000000HSO)').answer).toBe('(BALLESTEROS3AP01HSO)');
  });

  it('without a command behind them are refused', () => {
    for (const frame of ['(BALLESTEROS3)', '(AB,CD,EF)', '(TRUCK7,ALARM,1)'])
      expect(ask(frame).intake.malformedFrames, frame).toHaveLength(1);
  });
});

describe('joined frames', () => {
  it('have a speed of five digits without a point', () => {
    expect(ask(`(${ID}BR00210119A2220.0160N11335.4073E0004514000309.84001000293L0000015FP23BS27F)`).fix).toMatchObject({
      time: Date.UTC(2021, 0, 19, 14, 0, 3),
      speed: 45,
      course: 9.84,
      attributes: { charging: true, ignition: true, fuel: 0x293, odometer: 0x15f },
    });
  });

  it('without a point anywhere in a speed of another length are refused: its time cannot be read', () => {
    expect(
      ask(`(${ID}BR00210119A2220.0160N11335.4073E045140003309.8401000293L0000015F)`).intake.malformedFrames,
    ).toHaveLength(1);
  });

  it('without a fix and a date that is none count as of now, with their state', () => {
    const { fix, intake } = ask(`(${ID}BR00000007V0000.0000N00000.0000E000.00014039901000000L00000010)`);
    expect(fix).toMatchObject({
      time: intake.time,
      hasPosition: false,
      attributes: { charging: true, ignition: true, odometer: 16 },
    });
  });

  it('with commas keep the date with the year first and the state', () => {
    const { fix } = ask(`(${ID},BP05,101201,A,2234.0297N,11405.9101E,36.5,040137,178.48,01000000,L00000010)`);
    expect(fix).toMatchObject({
      time: Date.UTC(2010, 11, 1, 4, 1, 37),
      speed: 36.5,
      course: 178.48,
      altitude: Number.NaN,
      satellites: -1,
      attributes: { charging: true, ignition: true, odometer: 16 },
    });
  });
});

describe('frames without a place', () => {
  it('list cells with their signal or without', () => {
    expect(ask(`(${ID}BZ00,740,000,3bf7,0425,3bf7,0bf5,01000000)`).fix.attributes).toMatchObject({
      cell: '740,0,15351,1061;740,0,15351,3061',
      ignition: true,
    });
    expect(ask(`(${ID}BZ00,740,000,3bf7,0425,43,3bf7,0bf5,36,00000000)`).fix.attributes).toMatchObject({
      cell: '740,0,15351,1061,43;740,0,15351,3061,36',
      ignition: false,
    });
  });

  it('BV00 has the number of the vehicle, if it is one', () => {
    expect(ask(`(${ID}BV005J6RW2H53HL066029)`).fix.attributes).toEqual({ vin: '5J6RW2H53HL066029' });
    expect(ask(`(${ID}BV00NO DATA)`).fix.attributes).toEqual({ message: 'BV00NO DATA' });
  });

  it('BS50 has the cells of a battery, their probes and cycles', () => {
    const cells = (voltages: readonly number[]): Uint8Array => {
      const block = new Uint8Array(102);
      const view = new DataView(block.buffer);
      block.set([0, 0x64, 0xff, voltages.length]);
      voltages.forEach((millivolts, cell) => view.setUint16(4 + cell * 2, millivolts, true));
      view.setUint16(53, 125, true);
      view.setUint16(55, 5632, true);
      block[57] = 99;
      view.setUint16(63, 260, true);
      block.set([2, 68, 68, 68, 35], 72);
      return block;
    };
    const frame = (block: Uint8Array): string => `(${ID}BS50${Buffer.from(block).toString('hex').toUpperCase()})`;
    expect(ask(frame(cells([4081, 4079]))).fix.attributes).toEqual({
      battery_voltage: 56.32,
      battery_current: 12.5,
      battery_level: 99,
      battery_cycles: 260,
      cell_voltage_1: 4.081,
      cell_voltage_2: 4.079,
      temperature_1: 28,
      temperature_2: -5,
    });
    expect(ask(frame(cells([4081]).subarray(0, 60))).intake.fixes).toEqual([]);
  });
});

describe('events', () => {
  it.each([
    ['DW31', { alarm: 'movement' }],
    ['DW3E', { alarm: 'sos' }],
    ['DW40', { alarm: 'low_power' }],
    ['DW42', { ignition: true }],
    ['DW50', {}],
    ['ZC29', { ignition: true }],
    ['ZC99', {}],
  ])('%s by place', (command, attributes) => {
    const frame =
      command === 'DW50'
        ? `(${ID},DW50,460,0,0,6,0,040613,040137)`
        : `(${ID},${command},040613,A,2234.0297N,11405.9101E,36.5,040137,178.48)`;
    const { cell: _, ...rest } = ask(frame).fix.attributes;
    expect(rest).toEqual(attributes);
  });

  it.each([
    ['DW5E', { alarm: 'sos' }],
    ['DW60', { alarm: 'low_power' }],
    ['DW56', { ignition: false }],
  ])('%s by cells', (command, attributes) => {
    expect(ask(`(${ID},${command},460,0,0,6,0,040613,040137)`).fix.attributes).toEqual({
      cell: '460,0,0,6',
      ...attributes,
    });
  });

  it.each([
    ['0', { alarm: 'low_battery' }],
    ['3', { alarm: 'hard_acceleration' }],
    ['4', { alarm: 'hard_braking' }],
    ['5', { message: 'ALARM 5' }],
  ])('BQ81 of kind %s', (kind, attributes) => {
    expect(
      ask(`(${ID}BQ81,ALARM,${kind},164,151101A2238.5237N11349.4571E0.7031241010.0000,00000000)`).fix.attributes,
    ).toMatchObject(attributes);
  });
});
