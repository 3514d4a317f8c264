import { describe, expect, it } from 'vitest';
import { createDeviceSchema } from '../../src/domain/device/index.ts';
import { createUnitSchema, UNIT_KINDS } from '../../src/domain/unit/index.ts';
import { can, ceilingOf, RESOURCES, standardPermissions } from '../../src/domain/access/index.ts';
import { COMPANIES, PEOPLE } from './companies.ts';
import { imeiCheckDigit } from './identifiers.ts';
import { rosterEntry } from './roster.ts';

const entries = Array.from({ length: 20_000 }, (_, index) => rosterEntry(index));

describe('the roster', () => {
  it('gives every unit an identifier of its own that its protocol and our forms accept', () => {
    expect(new Set(entries.map(({ identifier }) => identifier)).size).toBe(entries.length);
    for (const { identifier, protocol, name, device, vehicle } of entries.slice(0, 2_000)) {
      if (protocol === 'osmand') expect(identifier).toMatch(/^\d{8}$/);
      else expect(identifier).toMatch(/^\d{15}$/);
      if (protocol !== 'osmand') expect(Number(identifier[14])).toBe(imeiCheckDigit(identifier));
      expect(
        createDeviceSchema.isValidSync({
          name: `${device.model} 123456`,
          device_model: device.model,
          unique_identifier: identifier,
        }),
      ).toBe(true);
      expect(createUnitSchema.isValidSync({ name, kind: vehicle.kind, device_ids: [1] })).toBe(true);
      expect(UNIT_KINDS).toContain(vehicle.kind);
    }
  });

  it("checks digits as the standard's example does", () => {
    expect(imeiCheckDigit('49015420323751')).toBe(8);
  });

  it('mixes protocols and kinds, and names people can read', () => {
    const first = entries.slice(0, 200);
    const count = (protocol: string): number => first.filter((entry) => entry.protocol === protocol).length;
    expect(count('teltonika')).toBeGreaterThanOrEqual(90);
    expect(count('gt06')).toBe(50);
    expect(count('wialon_ips')).toBe(30);
    expect(count('osmand')).toBeGreaterThan(20);
    expect(first.some(({ name }) => /[\u0600-\u06ff]/.test(name))).toBe(true);
    expect(first.some(({ name }) => /[\u0400-\u04ff]/.test(name))).toBe(true);
  });

  it('spreads the units so that dealer, consumer and others see what the table promises', () => {
    const sees = (root: string): number => {
      const below = (key: string): string[] => [
        key,
        ...COMPANIES.filter(({ parent }) => parent === key).flatMap((child) => below(child.key)),
      ];
      const keys = new Set(below(root));
      return entries.slice(0, 200).filter(({ company }) => keys.has(company.key)).length / 2;
    };
    expect([sees('owner'), sees('kaveh'), sees('pars'), sees('parsGulf'), sees('midland')]).toEqual([
      100, 74, 38, 6, 10,
    ]);
  });

  it('has eight units on real streets among two hundred, and no more where there are thousands', () => {
    const onStreets = entries.filter(({ region }) => region === 'liechtenstein');
    expect(onStreets.filter(({ index }) => index < 200)).toHaveLength(8);
    expect(onStreets.length).toBeLessThan(30);
    expect(new Set(onStreets.map(({ company }) => company.key))).toEqual(new Set(['rhein']));
    expect(onStreets.filter(({ name }) => name.includes('FL ')).length).toBeGreaterThan(3);
  });

  it('has dead devices and one that never spoke among two hundred', () => {
    const first = entries.slice(0, 200);
    expect(first.filter(({ silentBefore }) => silentBefore !== null)).toHaveLength(2);
    expect(first.filter(({ everReports }) => !everReports)).toHaveLength(1);
  });
});

describe("the demo's people", () => {
  it('are the eight of the contract', () => {
    expect(PEOPLE.map(({ username }) => username)).toEqual([
      'owner',
      'dealer',
      'consumer',
      'operator',
      'viewer',
      'restricted',
      'invited',
      'multi',
    ]);
    expect(PEOPLE.find(({ username }) => username === 'multi')?.memberships).toHaveLength(3);
    const restricted = PEOPLE.find(({ username }) => username === 'restricted')?.memberships[0][0];
    const company = COMPANIES.find(({ key }) => key === restricted);
    expect(company).toMatchObject({ restricted: true, parent: 'pars' });
  });

  it('may do what their place allows', () => {
    const owner = ceilingOf('OWNER');
    for (const resource of RESOURCES) expect(owner[resource]?.length, resource).toBeGreaterThan(0);
    expect(can(owner, { resource: 'account', action: 'dm' })).toBe(true);
    expect(can(ceilingOf('DEALER'), { resource: 'account', action: 'dm' })).toBe(false);
    expect(can(ceilingOf('CONSUMER'), { resource: 'account', action: 'cm' })).toBe(false);
    for (const permissions of [
      standardPermissions('Dispatcher', 'CONSUMER'),
      standardPermissions('Viewer', 'CONSUMER'),
    ]) {
      for (const action of ['r', 'm', 'st', 'se', 'sh'] as const)
        expect(can(permissions, { resource: 'units', action })).toBe(true);
      for (const resource of ['user', 'role', 'devices'] as const) expect(permissions[resource]).toBeUndefined();
      // Groups, alerts and counts of the sub-accounts, and nothing of the accounts themselves.
      expect(permissions.account).toEqual(['lsa', 'asa', 'dash_a_r']);
      for (const actions of Object.values(permissions)) expect(actions).not.toContain('d');
    }
    for (const actions of Object.values(standardPermissions('Viewer', 'CONSUMER')))
      for (const action of ['a', 'u', 'd', 'ec']) expect(actions).not.toContain(action);
  });
});
