import { DATE } from './blocks.ts';
import { alarmTail, alarmWithModules, cellAlarm, cellAndPhone, wideCellAndState } from './alarms.ts';
import { cameraAlarm, pictureTaken } from './cameras.ts';
import { CELL, CELL_4G, WIDE_CELL } from './cells.ts';
import { engineReadings } from './engine.ts';
import type { Gt06Frame } from './framing.ts';
import { batteryPack, heartbeat, heartbeatWithModules, isState, longHeartbeat, stateWithSteps } from './heartbeats.ts';
import { location, type Layout, type Reading } from './layout.ts';
import { lengthPrefixed } from './lengthPrefixed.ts';
import { accessories, deviceModules, modular } from './modules.ts';
import { isNtLocation, ntLocation } from './nt.ts';
import {
  anything,
  boxWithWires,
  cellAndAltitude,
  cellAndEnd,
  cellAndModules,
  cellAndState4g,
  cellAndSwitches,
  cellOfTwoSizes,
  kindAndModules,
  neighbouringCells,
  nothingMore,
  STATE_LOCATION_4G,
} from './positions.ts';
import {
  CARD_LOCATION,
  cellAndCard,
  cellAndKey,
  cellAndMore,
  cellAndSupplies,
  cellStateAndCard,
  SUPPLY_LOCATION,
} from './positionsWithReadings.ts';
import {
  accessPoints,
  alarmAmongPoints,
  beacon,
  cells,
  COUNTED_CELLS,
  COUNTED_WIDE_CELLS,
  countedCells,
  isListOfCells,
  isListOfPoints,
  listOfCells,
  listOfPoints,
} from './surroundings.ts';
import { readAccessoryText, readInformationMessage, readLongReply, readShortReply } from './texts.ts';
import type { Fix } from '../../../../src/domain/telemetry/index.ts';

/** Which layout a message has: by its number, and where models share one, by its length or its first bytes. */

type ReadText = (fix: Fix, bytes: Uint8Array, start: number, end: number) => boolean;

const text =
  (read: ReadText, skip = 0): Layout =>
  (fix, { bytes, start, end }) =>
    read(fix, bytes, start + skip, end) ? 'report' : 'empty';

/** As {@link text}; what is not understood is more than an empty text. */
const information: Layout = (fix, { bytes, start, end, extended }) =>
  readInformationMessage(fix, bytes, start, end, extended) ? 'report' : 'unread';

/** Chooses by the content's length, else by `otherwise`. */
const byLength =
  (layouts: Readonly<Record<number, Layout | undefined>>, otherwise: Layout): Layout =>
  (fix, frame, reading) =>
    (layouts[frame.end - frame.start] ?? otherwise)(fix, frame, reading);

const unread: Layout = () => 'unread';

/** What begins the byte of the satellites: the length of the position's block, 12. */
const isPlaced = ({ bytes, start }: Gt06Frame): boolean => bytes[start + DATE] >> 4 >= 0xc;

/** 0x31 to 0x33: a position, or parts with a length each. */
const withLengths =
  (placed: Layout): Layout =>
  (fix, frame, reading: Reading) => {
    if (isPlaced(frame)) return placed(fix, frame, reading);
    const { protocol, extended, bytes, start, end } = frame;
    const lists = protocol === 0x33 && !extended && isListOfPoints(bytes, start, end);
    return (lists ? listOfPoints : lengthPrefixed)(fix, frame, reading);
  };

/** 0xA2 carries a position on some models and cells on others. */
const locationOrCells: Layout = (fix, frame, reading) =>
  (isPlaced(frame) ? location(cellAndEnd(CELL_4G)) : cells(CELL_4G))(fix, frame, reading);

const fenceAlarm4g = location(alarmTail(CELL_4G));

/** 0xA3: an alarm at a fence, or a state that is far shorter. */
const fenceAlarmOrState: Layout = (fix, frame, reading) =>
  (isState(frame.end - frame.start) ? stateWithSteps : fenceAlarm4g)(fix, frame, reading);

/** 0x36 in a long frame is a part of a picture. */
const heartbeatOrPicture: Layout = (fix, frame, reading) =>
  (frame.extended ? unread : heartbeatWithModules)(fix, frame, reading);

const WORD = 4;
const BOX = 51;
/** A word of alarms, then a position. */
const boxLocation: Layout = (fix, frame, reading) => {
  if (frame.end - frame.start < BOX) return 'unread';
  return location(boxWithWires)(fix, { ...frame, start: frame.start + WORD }, reading);
};

const switchedLocation = location(cellAndSwitches);

/** 0x22, and 0x25 of the NT family, which is known by its form. */
const locationOrNt: Layout = (fix, frame, reading) =>
  (isNtLocation(frame) ? ntLocation : switchedLocation)(fix, frame, reading);
const ntOnly: Layout = (fix, frame, reading) => (isNtLocation(frame) ? ntLocation : unread)(fix, frame, reading);

const cellState = cellAlarm(CELL);
/** 0x19: a cell and the state; some list cells behind a date. */
const cellOrList: Layout = (fix, frame, reading) =>
  (isListOfCells(frame.bytes, frame.start, frame.end) ? listOfCells : cellState)(fix, frame, reading);

const alarm = location(alarmTail(CELL));
const CARD_READER = 35;

/** By protocol number. A number that is not here is acknowledged and kept unread. */
export const LAYOUTS: Readonly<Record<number, Layout | undefined>> = {
  0x10: location(nothingMore),
  0x11: location(cellOfTwoSizes),
  0x12: location(cellAndMore),
  0x13: heartbeat,
  0x15: text(readShortReply),
  0x16: alarm,
  0x17: byLength({ [CARD_READER]: location(cellAndCard) }, cellAndPhone(CELL)),
  0x18: cells(CELL),
  0x19: cellOrList,
  0x1a: location(anything),
  0x1e: location(neighbouringCells),
  0x21: text(readLongReply),
  0x22: locationOrNt,
  0x23: longHeartbeat,
  0x24: byLength({ [SUPPLY_LOCATION]: location(cellAndSupplies), [COUNTED_CELLS]: countedCells(CELL) }, cells(CELL)),
  0x25: ntOnly,
  0x26: alarm,
  0x27: alarm,
  0x28: cells(CELL),
  0x2a: location(anything),
  0x2c: cells(CELL),
  0x2d: switchedLocation,
  0x2e: cells(CELL),
  0x31: withLengths(location(cellAndAltitude)),
  0x32: withLengths(location(wideCellAndState)),
  0x33: withLengths(location(wideCellAndState)),
  0x34: byLength({ [COUNTED_WIDE_CELLS]: countedCells(WIDE_CELL) }, boxLocation),
  0x35: pictureTaken,
  0x36: byLength({ [CARD_LOCATION]: location(cellStateAndCard) }, heartbeatOrPicture),
  0x37: location(cellAndModules),
  0x38: location(kindAndModules),
  0x39: alarmWithModules,
  0x40: batteryPack,
  0x61: location(cellAndKey),
  0x65: engineReadings,
  0x66: engineReadings,
  0x70: modular,
  0x8c: engineReadings,
  0x94: information,
  0x95: cameraAlarm,
  0x9b: text(readAccessoryText, 1),
  0xa0: location(cellAndEnd(CELL_4G)),
  0xa1: cells(CELL_4G),
  0xa2: byLength({ [STATE_LOCATION_4G]: location(cellAndState4g) }, locationOrCells),
  0xa3: fenceAlarmOrState,
  0xa4: fenceAlarm4g,
  0xa5: cellAlarm(CELL_4G),
  0xa7: cellAndPhone(CELL_4G),
  0xa9: alarmAmongPoints,
  0xb2: beacon,
  0xf1: deviceModules,
  0xf2: accessories,
  0xf3: accessPoints,
};

const PICTURES = 'pictures and sounds are kept as they came and not shown';
const ECHO = 'a command of a server, sent back';

/** Why a message is not read, by protocol number, where that is known. */
const KEPT: Readonly<Record<number, string | undefined>> = {
  0x14: 'satellites and their signals; the form is published nowhere',
  0x41: PICTURES,
  0x42: PICTURES,
  0x80: ECHO,
  0x81: ECHO,
  0x82: ECHO,
  0xb0: 'attendance; the form is published nowhere',
};
const PICTURE_DATA = 0x36;

/** Why the message is not read; null: nobody knows it. */
export function reasonKept({ protocol, extended }: Gt06Frame): string | null {
  return extended && protocol === PICTURE_DATA ? PICTURES : (KEPT[protocol] ?? null);
}

/** Numbers that only a server sends: an answer of the same number would be a command. */
export const isEcho = (protocol: number): boolean => KEPT[protocol] === ECHO;
