import { beforeEach, describe, expect, it } from 'vitest';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { valueOf, withModules } from '../../../tests/support/modules.ts';

const modules = withModules();
let deviceId: number;
let number = 0;

const as = modules.as('dealer', 'Kaveh Telematics');
beforeEach(async () => {
  number++;
  deviceId = valueOf(
    await as('createDevice', { name: `Sensed ${number}`, device_model: 'FMB920', unique_identifier: `SN${number}` }),
  ).device_id;
});

const FUEL = {
  type: 'fuel_level',
  name: 'Tank',
  field: 'tank',
  parameter: 'analog_1',
  multiplier: 0.001,
  table: {
    kind: 'xy',
    points: [
      { x: 0, y: 0 },
      { x: 4, y: 400 },
    ],
  },
};
const add = (more: object = {}) => as('createSensor', { device_id: deviceId, ...FUEL, ...more });
const list = async () => valueOf(await as('getSensors', { device_id: deviceId })).sensors;

describe('sensors of a device', () => {
  it('are kept whole and in order', async () => {
    const tank = valueOf(await add());
    const reserve = valueOf(
      await add({ name: 'Reserve', field: 'reserve', parameter: '[Tank] - const10', table: { kind: 'none' } }),
    );
    expect(await list()).toMatchObject([
      { sensor_id: tank.sensor_id, name: 'Tank', table: FUEL.table, visible: true },
      { sensor_id: reserve.sensor_id, parameter: '[Tank] - const10' },
    ]);
  });

  it('have names and fields of their own, and single types once', async () => {
    valueOf(await add());
    expect(await add({ field: 'other' })).toMatchObject({ ok: false, error: { fields: [{ field: 'name' }] } });
    expect(await add({ name: 'Other' })).toMatchObject({ ok: false, error: { fields: [{ field: 'field' }] } });
    const ignition = {
      type: 'ignition',
      data_type: 'boolean',
      parameter: 'ignition',
      table: { kind: 'none' },
      multiplier: 1,
    };
    valueOf(await add({ ...ignition, name: 'Ignition', field: 'ignition' }));
    expect(await add({ ...ignition, name: 'Second', field: 'second' })).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'type' }] },
    });
    expect(await list()).toHaveLength(2);
  });

  it('are not replaced over a change that somebody else made meanwhile', async () => {
    const { sensor_id: id, device_id: _device, ...began } = valueOf(await add());
    valueOf(await as('updateSensor', { sensor_id: id, ...FUEL, maximum: 60 }));
    const mine = { sensor_id: id, ...FUEL, description: 'Mine' };
    expect(await as('updateSensor', { ...mine, expected: began })).toMatchObject({
      ok: false,
      error: { code: ERROR.conflict, fields: [{ field: 'maximum', current: 60 }] },
    });
    expect(await list()).toMatchObject([{ maximum: 60, description: '' }]);
    expect(valueOf(await as('updateSensor', { ...mine, expected: { ...began, maximum: 60 } }))).toMatchObject({
      description: 'Mine',
    });
  });

  it('never read themselves in a round, nor one that is not there', async () => {
    const tank = valueOf(await add());
    valueOf(await add({ name: 'Reserve', field: 'reserve', parameter: '[Tank]', table: { kind: 'none' } }));
    const round = await as('updateSensor', { sensor_id: tank.sensor_id, ...FUEL, parameter: '[Reserve]' });
    expect(round).toMatchObject({ ok: false, error: { code: ERROR.validation } });
    // It is reported once, where it can be broken.
    expect(round.ok ? [] : round.error.fields?.map(({ field }) => field)).toEqual(['parameter']);
    expect(await add({ name: 'Ghost', field: 'ghost', parameter: '[Nothing]', table: { kind: 'none' } })).toMatchObject(
      { ok: false, error: { fields: [{ field: 'parameter' }] } },
    );
    // One that another reads stays.
    expect(await as('deleteSensor', { sensor_id: tank.sensor_id })).toMatchObject({
      ok: false,
      error: { code: ERROR.validation },
    });
    expect(await list()).toMatchObject([{ parameter: 'analog_1' }, { parameter: '[Tank]' }]);
  });

  it('are refused with the row and the rule that they break', async () => {
    expect(
      await add({
        table: {
          kind: 'xy',
          points: [
            { x: 0, y: 0 },
            { x: 0, y: 5 },
          ],
        },
      }),
    ).toMatchObject({
      ok: false,
      error: { fields: [{ field: expect.stringContaining('table.points[1]') as string }] },
    });
    expect(await add({ parameter: 'analog_1 +' })).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'parameter' }] },
    });
    expect(await add({ field: 'Tank' })).toMatchObject({ ok: false, error: { fields: [{ field: 'field' }] } });
    expect(await add({ multiplier: 0.5 })).toMatchObject({ ok: false, error: { fields: [{ field: 'multiplier' }] } });
    expect(await list()).toEqual([]);
  });
});
