import { SECOND } from '../../../src/domain/base/index.ts';
import { dateAndTime, type Console, type Controls } from './console.ts';

/** km/h; faster than this the relay waits, so that nobody is stopped on the road. */
const SAFE_SPEED = 20;
const LEVELS = ['No signal', 'Weak', 'Weak', 'Strong', 'Strong'];

/** GT06 family: words and answers of Concox's command list. */
export const gt06Console: Console = (text, controls) => {
  const [word, ...values] = text.trim().replace(/#$/, '').split(',');
  const answer = WORDS[word.toUpperCase()];
  return answer ? answer(controls, values) : 'Error command!';
};

const WORDS: Readonly<Record<string, (controls: Controls, values: readonly string[]) => string>> = {
  WHERE: (controls) => {
    const { valid, latitude, longitude, course, speed } = controls.measure();
    const { date, time } = dateAndTime(controls.now(), '-');
    controls.reportNow();
    const fixed = valid ? 'Current position!' : 'Last position!';
    return `${fixed} Lat:${latitude < 0 ? 'S' : 'N'}${Math.abs(latitude).toFixed(6)},Lon:${longitude < 0 ? 'W' : 'E'}${Math.abs(longitude).toFixed(6)},Course:${course},Speed:${speed.toFixed(2)},DateTime:${date} ${time}`;
  },
  STATUS: (controls) => {
    const { batteryVoltage, gsm, satellites, valid, ignition, engineCut } = controls.measure();
    const gps = valid ? `Successful positioning, SVs Used in fix:${satellites}` : 'Searching satellite';
    return `Battery:${batteryVoltage.toFixed(2)}V,NORMAL; GPRS:Link Up; GSM Signal Level:${LEVELS[Math.min(4, Math.round(gsm / 25))]}; GPS:${gps}; Defense:OFF; ACC:${ignition ? 'ON' : 'OFF'}; Relay:${engineCut ? 'Cut off' : 'Restored'};`;
  },
  PARAM: (controls) => {
    const { moving, parked } = controls.rules();
    return `IMEI:${controls.identifier}; TIMER:${moving / SECOND},${parked / SECOND}; SOS:,,; Center Number:; Sensorset:10,1,5,1; Defense time:10; TimeZone:E,0,0;`;
  },
  VERSION: (controls) => `[VERSION]${controls.model}_20_61DMR3_D23_R0_V02_WM [BUILD]2024/03/18 15:53`,
  RELAY: (controls, [cut = '']) => {
    if (cut !== '0' && cut !== '1') return 'Error command!';
    return cut === '1'
      ? cutOff(controls, 'Cut off the fuel supply: Success!')
      : restore(controls, 'Restore fuel supply: Success!');
  },
  DYD: (controls) => cutOff(controls, 'DYD=Success!'),
  HFYD: (controls) => restore(controls, 'HFYD=Success!'),
  TIMER: (controls, [moving, parked]) => {
    const seconds = [moving, parked].map(Number);
    if (seconds.some((value) => !Number.isInteger(value) || value < 5 || value > 18_000)) return 'Error:2';
    controls.setIntervals({ moving: seconds[0] * SECOND, parked: seconds[1] * SECOND });
    return 'OK!';
  },
  SOS: () => 'OK!',
  RESET: (controls) => {
    controls.restart();
    return 'The terminal will restart!';
  },
  // The demo's trackers stay with the demo.
  SERVER: () => 'Error:102',
  FACTORY: (controls) => {
    controls.setIntervals({ moving: 10 * SECOND, parked: 300 * SECOND });
    return 'OK!';
  },
};

function cutOff(controls: Controls, done: string): string {
  const { engineCut, speed } = controls.measure();
  if (engineCut) return 'Already in the state of fuel supply cut off, the command is not running!';
  controls.cutEngine(true);
  return speed < SAFE_SPEED
    ? done
    : `Speed limit, speed ${Math.round(speed)} km/h: the fuel supply is cut off when the vehicle stands`;
}

function restore(controls: Controls, done: string): string {
  if (!controls.measure().engineCut)
    return 'Already in the state of fuel supply to resume, the command is not running!';
  controls.cutEngine(false);
  return done;
}
