import { describe, expect, it } from 'vitest';
import { PROTOCOL_CODES } from '../telemetry/index.ts';
import { deviceModel } from './models.ts';
import { guessModel } from './guess.ts';

describe('the model of a tracker that nobody has claimed', () => {
  it('is what the tracker calls itself, if it is known and speaks its protocol', () => {
    expect(guessModel('queclink', ['type:36', 'model:GL300'])).toBe('GL300');
    expect(guessModel('queclink', ['model:GV300W'])).toBe('GV300');
    expect(guessModel('queclink', ['model:GV300CAN-2'])).toBe('GV300CAN');
    expect(guessModel('queclink', ['model:FMB920', 'type:36'])).toBe('GV500');
    expect(guessModel('jt808', ['model:JC371'])).toBe('JC371');
    expect(guessModel('traccar', ['model:FMB640'])).toBe('FMB640');
  });

  it('follows type codes, message types, codecs and values', () => {
    expect(guessModel('queclink', ['type:1a'])).toBe('GL300');
    expect(guessModel('gt06', ['message:12', 'message:13'])).toBe('GT06');
    expect(guessModel('gt06', ['message:13', 'message:22'])).toBe('GT06N');
    expect(guessModel('gt06', ['message:a0'])).toBe('JM-VL03');
    expect(guessModel('teltonika', ['codec:8', 'parameter:ignition', 'parameter:external_voltage'])).toBe('FMB920');
    expect(guessModel('teltonika', ['codec:8e', 'parameter:ignition', 'parameter:engine_speed'])).toBe('FMC150');
    expect(guessModel('teltonika', ['codec:8', 'parameter:ignition', 'parameter:driver_key'])).toBe('FMB120');
    const elements = (codec: string, ...names: readonly string[]): string =>
      guessModel('teltonika', [`codec:${codec}`, ...names.map((name) => `parameter:${name}`)]);
    expect(elements('10')).toBe('FMB640');
    expect(elements('8e', 'ignition', 'io191')).toBe('FMC640');
    expect(elements('8', 'ignition', 'external_voltage', 'io636')).toBe('FMC920');
    expect(elements('8e', 'ignition', 'io389', 'engine_speed')).toBe('FMC003');
    expect(elements('8', 'engine_speed')).toBe('FMB001');
    expect(elements('8', 'battery_level', 'motion')).toBe('TMT250');
    expect(elements('8e', 'battery_level', 'io242')).toBe('GH5200');
    expect(elements('8e', 'battery_voltage', 'motion')).toBe('TAT100');
    expect(guessModel('osmand', ['parameter:hdop'])).toBe('OsmAnd');
  });

  it('is the most common one of the protocol where nothing is known, and none of a protocol without models', () => {
    for (const protocol of Object.keys(PROTOCOL_CODES)) {
      const code = guessModel(protocol, []);
      const known = deviceModel(code);
      if (code !== '') expect(known?.protocol, protocol).toBe(protocol);
    }
    expect(guessModel('h02', ['model:__proto__', 'type:constructor'])).toBe('ST-901');
    expect(guessModel('queclink', ['type:constructor'])).toBe('GV300');
    expect(guessModel('traccar', [])).toBe('');
    expect(guessModel('unheard of', ['model:'])).toBe('');
  });
});
