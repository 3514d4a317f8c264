import { SECOND } from '../../../src/domain/base/index.ts';
import type { Console, Controls } from './console.ts';

/** In front of a message for the driver. */
const MESSAGE = 'text:';

/** The protocol leaves the words to the maker; these are the demo's own. `HELP` lists them. */
export const wialonIpsConsole: Console = (text, controls) => {
  if (text.startsWith(MESSAGE)) return '';
  const [word, ...values] = text.trim().split(/[\s,]+/);
  const answer = WORDS[word.toUpperCase()];
  return answer ? answer(controls, values) : `Unknown command ${word}; HELP lists the known ones`;
};

const WORDS: Readonly<Record<string, (controls: Controls, values: readonly string[]) => string>> = {
  HELP: () => 'STATUS VERSION POSITION OUT <0|1> PERIOD <seconds moving> <seconds parked> RESET',
  STATUS: (controls) => {
    const { ignition, engineCut, satellites, externalVoltage, gsm } = controls.measure();
    return `IGN=${Number(ignition)} OUT1=${Number(engineCut)} SATS=${satellites} VIN=${externalVoltage.toFixed(1)}V GSM=${gsm}%`;
  },
  VERSION: (controls) => `${controls.model} SW=2.14.6 IMEI=${controls.identifier}`,
  POSITION: (controls) => {
    const { latitude, longitude, speed } = controls.measure();
    controls.reportNow();
    return `LAT=${latitude.toFixed(6)} LON=${longitude.toFixed(6)} SPEED=${Math.round(speed)}`;
  },
  OUT: (controls, [state = '']) => {
    if (state !== '0' && state !== '1') return 'OUT takes 0 or 1';
    controls.cutEngine(state === '1');
    return `OUT1=${state}`;
  },
  PERIOD: (controls, [moving = '', parked]) => {
    const seconds = [moving, parked ?? String(controls.rules().parked / SECOND)].map(Number);
    if (seconds.some((value) => !Number.isInteger(value) || value < 1 || value > 86_400))
      return 'PERIOD takes seconds from 1 to 86400';
    controls.setIntervals({ moving: seconds[0] * SECOND, parked: seconds[1] * SECOND });
    return `PERIOD=${seconds.join(',')}`;
  },
  RESET: (controls) => {
    controls.restart();
    return 'RESET';
  },
};
