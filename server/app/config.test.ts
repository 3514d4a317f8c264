import { describe, expect, it } from 'vitest';
import { ConfigurationError, readConfiguration } from './config.ts';

describe('configuration', () => {
  it('needs nothing', () => {
    const configuration = readConfiguration({});
    expect(configuration).toMatchObject({ port: 8080, host: '0.0.0.0', demo: false, databaseUrl: null });
    expect(configuration.ingestPorts).toEqual({
      osmand: 5055,
      teltonika: 5027,
      gt06: 5023,
      wialon_ips: 5039,
      h02: 5013,
      gps103: 5001,
      tk103: 5002,
      nmea: 5005,
      queclink: 5004,
      jt808: 5015,
    });
  });

  it('listens on the loopback with demo data', () => {
    expect(readConfiguration({ DEMO: '1' })).toMatchObject({
      host: '127.0.0.1',
      ingestHost: '127.0.0.1',
      demoUnits: 200,
    });
  });

  it('asks for a key of forwarded positions unless the setting opens it, and shuts their door with port 0', () => {
    expect(readConfiguration({}).traccar).toBe('byKey');
    expect(readConfiguration({ TRACCAR_WITHOUT_KEY: '1' }).traccar).toBe('open');
    expect(readConfiguration({ INGEST_PORT_TRACCAR: '0', TRACCAR_WITHOUT_KEY: '1' }).traccar).toBe('off');
  });

  it('switches a protocol off with port 0', () => {
    expect(readConfiguration({ INGEST_PORT_GT06: '0' }).ingestPorts.gt06).toBe(0);
  });

  it.each([
    ['PORT', '80a', '1 to 65535'],
    ['PORT', '70000', '1 to 65535'],
    ['PORT', '8080.5', 'whole number'],
    ['DEMO', 'yes', '0 or 1'],
    ['DEMO_UNITS', '0', '1 to 100000'],
    ['DATABASE_URL', 'mysql://x', 'postgres://'],
    ['INGEST_PORT_GT60', '5023', 'no such protocol'],
    ['INGEST_PORT_TRACCAR', '5055', '0 to switch POST /ingest/traccar off'],
    ['INGEST_PORT_IMPORT', '5055', 'no such protocol'],
    ['TRACCAR_WITHOUT_KEY', 'yes', '0 or 1'],
    ['ROLES', 'gateway', 'all'],
    ['NATS_URL', 'nats://x', 'unset'],
    ['LOG_LEVEL', 'loud', 'silent'],
    ['PUBLIC_URL', 'fleet.example', 'http(s)://host'],
    ['PUBLIC_URL', 'https://fleet.example/app', 'http(s)://host'],
    ['SMTP_URL', 'mail.example:25', 'smtp(s)://'],
    ['SMS_URL', 'ftp://sms.example', 'http(s)://'],
    ['INBOUND_SECRET', 'short', 'at least 24 characters'],
    ['REPLY_ADDRESS', 'reply@fleet.example', 'together with INBOUND_SECRET'],
    ['TRUST_PROXY', 'yes', '0 to 10, or their addresses'],
    ['TRUST_PROXY', '11', '0 to 10'],
    ['TRUST_PROXY', '127.0.0.1,10.0.0.0/33', '0 to 10, or their addresses'],
  ])('refuses %s=%s and says what it takes', (name, value, takes) => {
    expect(() => readConfiguration({ [name]: value })).toThrow(ConfigurationError);
    expect(() => readConfiguration({ [name]: value })).toThrow(name);
    expect(() => readConfiguration({ [name]: value })).toThrow(takes);
  });

  it('takes proxies by their number or their addresses', () => {
    const of = (text: string) => readConfiguration({ TRUST_PROXY: text }).trustProxy;
    expect([of(''), of('0'), of('1'), of('2')]).toEqual([false, false, 1, 2]);
    expect(of('127.0.0.1, 10.0.0.0/8, fd00::/8')).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  });

  it('asks for the origin of links where mails leave, but for a demo', () => {
    const mail = { SMTP_URL: 'smtp://mail.example' };
    expect(() => readConfiguration(mail)).toThrow(/PUBLIC_URL= cannot be used.*http\(s\):\/\/host/);
    expect(readConfiguration({ ...mail, DEMO: '1' }).publicUrl).toBeNull();
  });

  it('takes the addresses of mail and links', () => {
    const { publicUrl, smtpUrl, smsUrl } = readConfiguration({
      PUBLIC_URL: 'https://Fleet.example/',
      SMTP_URL: 'smtps://u:p@mail.example',
      SMS_URL: 'https://sms.example/send',
    });
    expect([publicUrl, smtpUrl, smsUrl]).toEqual([
      'https://fleet.example',
      'smtps://u:p@mail.example',
      'https://sms.example/send',
    ]);
    expect(readConfiguration({})).toMatchObject({ publicUrl: null, smtpUrl: null, smsUrl: null });
  });

  it('takes what answers to messages come by, and repeats no secret', () => {
    const INBOUND_SECRET = 'a secret of 24 characters'.replaceAll(' ', '-');
    expect(readConfiguration({}).inbound).toBeNull();
    expect(readConfiguration({ INBOUND_SECRET }).inbound).toEqual({ secret: INBOUND_SECRET, address: null });
    const REPLY_ADDRESS = 'reply@fleet.example';
    expect(readConfiguration({ INBOUND_SECRET, REPLY_ADDRESS }).inbound?.address).toBe(REPLY_ADDRESS);
    expect(() => readConfiguration({ INBOUND_SECRET, REPLY_ADDRESS: 'reply' })).toThrow(/REPLY_ADDRESS=reply/);
    expect(() => readConfiguration({ INBOUND_SECRET: 'too-short' })).not.toThrow(/too-short/);
  });

  it('takes the first administrator, both parts or neither, and repeats no password', () => {
    expect(readConfiguration({}).admin).toBeNull();
    expect(readConfiguration({ ADMIN_EMAIL: 'a@fleet.example', ADMIN_PASSWORD: 'secret-1' }).admin).toEqual({
      email: 'a@fleet.example',
      password: 'secret-1',
    });
    expect(() => readConfiguration({ ADMIN_EMAIL: 'a@fleet.example' })).toThrow(
      /ADMIN_PASSWORD takes 5 to 25 characters, none of the 10,000/,
    );
    expect(() => readConfiguration({ ADMIN_EMAIL: 'a@fleet.example', ADMIN_PASSWORD: 'letmein' })).toThrow(/hidden/);
    expect(() => readConfiguration({ ADMIN_PASSWORD: 'secret-1' })).toThrow(/ADMIN_EMAIL takes an email address/);
    expect(() => readConfiguration({ ADMIN_EMAIL: 'fleet', ADMIN_PASSWORD: 'secret-1' })).toThrow(/ADMIN_EMAIL=fleet/);
    expect(() => readConfiguration({ ADMIN_EMAIL: 'a@fleet.example', ADMIN_PASSWORD: 'abc' })).toThrow(/hidden/);
    expect(() => readConfiguration({ ADMIN_EMAIL: 'a@fleet.example', ADMIN_PASSWORD: 'abc' })).not.toThrow(/abc/);
  });

  it('does not repeat a password of the mail server', () => {
    expect(() => readConfiguration({ SMTP_URL: 'http://user:secret@mail.example' })).toThrow(/hidden/);
    expect(() => readConfiguration({ SMTP_URL: 'http://user:secret@mail.example' })).not.toThrow(/secret/);
  });

  it('does not repeat a database password', () => {
    expect(() => readConfiguration({ DATABASE_URL: 'mysql://user:secret@host' })).toThrow(/hidden/);
    expect(() => readConfiguration({ DATABASE_URL: 'mysql://user:secret@host' })).not.toThrow(/secret/);
  });
});
