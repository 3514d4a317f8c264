import { describe, expect, it } from 'vitest';
import { LENGTH } from '../base/index.ts';
import { commandTemplate } from '../command/index.ts';
import { NO_TABLE, sensorSchema, sensorSetProblems } from '../sensor/index.ts';
import { DEVICE_MODELS, deviceModel, modelCommands, protocolOfModel } from './models.ts';

describe('device models', () => {
  it('have a code each that a device can carry', () => {
    expect(new Set(DEVICE_MODELS.map(({ code }) => code.toLowerCase())).size).toBe(DEVICE_MODELS.length);
    for (const { code } of DEVICE_MODELS) {
      expect(code.length).toBeLessThanOrEqual(LENGTH.deviceModel.max);
      expect(deviceModel(code)?.code).toBe(code);
    }
  });

  it('are found however people write them, and free text is none', () => {
    for (const text of ['FMB920', 'fmb920', ' Teltonika FMB920 ', 'FMB-920'])
      expect(deviceModel(text)?.code, text).toBe('FMB920');
    expect(deviceModel('jm vl01')?.manufacturer).toBe('Jimi IoT');
    expect(deviceModel('MDVR (JT/T 808)')?.code).toBe('JT808');
    for (const text of ['', '-', 'my own tracker', '__proto__']) expect(deviceModel(text), text).toBeUndefined();
    expect(protocolOfModel('ST-901')).toBe('h02');
    expect(protocolOfModel('my own tracker')).toBeNull();
    expect(modelCommands('my own tracker')).toEqual([]);
  });

  it('hold those that the demo drives', () => {
    const demo = ['FMB920', 'FMC130', 'FMB640', 'GT06N', 'JM-VL03', 'ADM333', 'FMS500 Light', 'Traccar Client'];
    expect(demo.map((model) => protocolOfModel(model))).toEqual([
      'teltonika',
      'teltonika',
      'teltonika',
      'gt06',
      'gt06',
      'wialon_ips',
      'wialon_ips',
      'osmand',
    ]);
  });

  it('suggest sensors that the form takes and that fit together', () => {
    for (const { code, suggestedSensors } of DEVICE_MODELS) {
      const sensors = suggestedSensors.map(({ number, ...rest }, index) => ({
        ...rest,
        name: `${rest.type} ${number || index}`,
        description: '',
        visible: true,
        minimum: null,
        maximum: null,
        table: NO_TABLE,
      }));
      for (const sensor of sensors) expect(sensorSchema.isValidSync(sensor), `${code} ${sensor.field}`).toBe(true);
      expect(sensorSetProblems(sensors), code).toEqual([]);
      expect(sensors.length, code).toBeGreaterThan(0);
    }
  });

  it('name commands that their protocol has, and none that cuts an engine where there is no output', () => {
    for (const { code, protocol, commands, ports } of DEVICE_MODELS) {
      for (const command of commands) expect(commandTemplate(protocol, command), `${code} ${command}`).toBeDefined();
      if (ports.outputs === 0) expect(commands, code).not.toContain('engineCut');
    }
    expect(modelCommands('GT06N').map(({ code }) => code)).toContain('engineCut');
  });
});
