import { MINUTE, SECOND } from '../../../src/domain/base/index.ts';
import { dateAndTime, type Console, type Controls } from './console.ts';

/** Parameters of the vendor's manual that the demo's devices keep, both in seconds. */
const INTERVALS = new Map<string, 'parked' | 'moving'>([
  ['10000', 'parked'],
  ['10050', 'moving'],
]);
/** Elements that `readio` reads, by the vendor's numbers. */
const ELEMENTS: Readonly<Record<string, (controls: Controls) => number>> = {
  16: (controls) => controls.measure().odometer,
  21: (controls) => signalOf(controls),
  66: (controls) => Math.round(controls.measure().externalVoltage * 1_000),
  67: (controls) => Math.round(controls.measure().batteryVoltage * 1_000),
  84: (controls) => Math.round(controls.measure().fuel * 10),
  179: (controls) => Number(controls.measure().engineCut),
  239: (controls) => Number(controls.measure().ignition),
  240: (controls) => Number(controls.measure().moving),
};

const signalOf = (controls: Controls): number => Math.min(5, Math.max(1, Math.round(controls.measure().gsm / 20)));

/** Teltonika FM family: words and answers of the vendor's command list. */
export const teltonikaConsole: Console = (text, controls) => {
  const [word, ...rest] = text.trim().split(/\s+/);
  const answer = WORDS[word.toLowerCase()];
  return answer ? answer(controls, rest) : 'ERR: unknown command';
};

const WORDS: Readonly<Record<string, (controls: Controls, words: readonly string[]) => string>> = {
  getinfo(controls) {
    const { valid, satellites } = controls.measure();
    const boot = dateAndTime(controls.bootedAt, '/');
    const clock = dateAndTime(controls.now(), '/');
    return `INI:${boot.date} ${boot.time} RTC:${clock.date} ${clock.time} RST:0 ERR:0 SR:0 BR:0 CF:0 FG:0 FL:0 TU:0/0 UT:0 SMS:0 NOGPS:0:0 GPS:${valid ? 1 : 0} SAT:${satellites} RS:3 RF:65 SF:1 MD:1`;
  },
  getver: (controls) =>
    `Ver:03.28.07_00 GPS:AXN_5.10_3333_19070312 Hw:${controls.model} Mod:11 IMEI:${controls.identifier} Init:${dateAndTime(controls.bootedAt, '-').date} Uptime:${Math.floor((controls.now() - controls.bootedAt) / SECOND)} BL:1.7`,
  getstatus: (controls) =>
    `Data Link: 1 GPRS: 1 Phone: 0 SIM: 0 OP: 25001 Signal: ${signalOf(controls)} NewSMS: 0 Roaming: 0 SMSFull: 0 LAC: 7712 Cell ID: ${20_000 + (Number(controls.identifier.slice(-4)) || 0)} NetType: 1 FwUpd: 0`,
  getgps(controls) {
    const { valid, satellites, latitude, longitude, altitude, speed, course } = controls.measure();
    const { date, time } = dateAndTime(controls.now(), '/');
    controls.reportNow();
    return `GPS:${valid ? 1 : 0} Sat:${satellites} Lat:${latitude.toFixed(6)} Long:${longitude.toFixed(6)} Alt:${altitude} Speed:${Math.round(speed)} Dir:${course} Date: ${date} Time: ${time}`;
  },
  ggps(controls) {
    const { satellites, latitude, longitude, speed } = controls.measure();
    const { date, time } = dateAndTime(controls.now(), '/');
    controls.reportNow();
    return `D:${date} T:${time} S:${satellites} Speed:${Math.round(speed)} Url: https://maps.google.com/?q=${latitude.toFixed(6)},${longitude.toFixed(6)}`;
  },
  getio(controls) {
    const { ignition, engineCut } = controls.measure();
    return `DI1:${Number(ignition)} DI2:0 DI3:0 AIN1:0 AIN2:0 DO1:${Number(engineCut)} DO2:0`;
  },
  readio(controls, [id = '']) {
    const value = ELEMENTS[id]?.(controls) ?? Number.NaN;
    return Number.isNaN(value) ? `I/O ID:${id} is not available` : `I/O ID:${id} Value:${value}`;
  },
  getparam(controls, [id = '']) {
    const interval = INTERVALS.get(id);
    return interval ? `Param ID:${id} Value:${controls.rules()[interval] / SECOND}` : `Param ID:${id} Unknown`;
  },
  setparam(controls, [assignment = '']) {
    const [id, value = ''] = assignment.split(':');
    const interval = INTERVALS.get(id);
    if (!interval) return `Param ID:${id} Unknown`;
    const seconds = Number(value);
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > 2_592_000) return `Param ID:${id} Wrong value:${value}`;
    controls.setIntervals({ [interval]: seconds * SECOND });
    return `Param ID:${id} New Value:${seconds}`;
  },
  setdigout(controls, [outputs = '', seconds]) {
    if (!/^[01?]{1,2}$/.test(outputs) || (seconds !== undefined && !/^\d{1,5}$/.test(seconds)))
      return 'ERR: wrong outputs';
    const [first, second = '?'] = outputs;
    if (first !== '?') controls.cutEngine(first === '1');
    const outputText = (output: string, number: number): string =>
      `DOUT${number}:${output === '?' ? 'IGNORED' : `${output} Timeout:INFINITY`}`;
    return `${outputText(first, 1)} ${outputText(second, 2)}`;
  },
  cpureset(controls) {
    controls.restart();
    return 'Resetting';
  },
  defaultcfg(controls) {
    controls.setIntervals({ moving: 10 * SECOND, parked: 5 * MINUTE });
    return 'Default configuration loaded';
  },
  deleterecords: () => 'All records deleted',
};
