import type { DrivenKind } from './driving/index.ts';
import type { NameStyle } from './geography/index.ts';
import { Random } from './random.ts';

/** Makes and models by kind, as fleets of the region own them. */
const MODELS: Readonly<Record<NameStyle, Readonly<Record<DrivenKind, readonly string[]>>>> = {
  iran: {
    car: ['پژو ۴۰۵', 'سمند', 'دنا'],
    van: ['نیسان', 'وانت آریسان', 'نیسان یخچال‌دار'],
    truck: ['بنز ۲۶۲۸', 'ولوو FH', 'کاوه K410'],
    bus: ['اسکانیا', 'اتوبوس شهاب'],
    motorcycle: ['پیک هوندا', 'پیک باجاج'],
    machine: ['بیل مکانیکی', 'لودر کوماتسو'],
    asset: ['تریلر', 'کفی'],
  },
  russia: {
    car: ['Лада Веста', 'Лада Гранта'],
    van: ['ГАЗель', 'Соболь', 'ГАЗель Next'],
    truck: ['КамАЗ', 'КамАЗ-54901', 'Урал'],
    bus: ['ПАЗ', 'НефАЗ', 'ЛиАЗ'],
    motorcycle: ['Курьер'],
    machine: ['Экскаватор', 'Погрузчик'],
    asset: ['Полуприцеп', 'Прицеп'],
  },
  germany: {
    car: ['Golf', 'Octavia', 'ID.3'],
    van: ['Sprinter', 'Crafter', 'Vito'],
    truck: ['Actros', 'MAN TGX', 'Atego'],
    bus: ['Citaro', 'Lion’s City'],
    motorcycle: ['Kurier'],
    machine: ['Liebherr R922', 'Radlader'],
    asset: ['Auflieger', 'Anhänger'],
  },
  liechtenstein: {
    car: ['Golf', 'Octavia', 'Yaris'],
    van: ['Sprinter', 'Transporter', 'Vito'],
    truck: ['Actros', 'Scania R450', 'Atego'],
    bus: ['Citaro', 'Intouro'],
    motorcycle: ['Kurier'],
    machine: ['Liebherr R922', 'Radlader'],
    asset: ['Auflieger', 'Anhänger'],
  },
  france: {
    car: ['Clio', 'e-208'],
    van: ['Master', 'Jumper', 'Kangoo'],
    truck: ['Renault T', 'Premium'],
    bus: ['Urbanway', 'GX 337'],
    motorcycle: ['Coursier'],
    machine: ['Pelleteuse', 'Chargeuse'],
    asset: ['Remorque', 'Semi'],
  },
  britain: {
    car: ['Focus', 'Astra'],
    van: ['Transit', 'Vivaro', 'Luton'],
    truck: ['DAF XF', 'Scania R450'],
    bus: ['Enviro200', 'Streetdeck'],
    motorcycle: ['Courier'],
    machine: ['JCB 3CX', 'Excavator'],
    asset: ['Trailer', 'Curtainsider'],
  },
  turkey: {
    car: ['Egea', 'Megane'],
    van: ['Transit', 'Ducato', 'Doblo'],
    truck: ['Ford F-MAX', 'BMC Tuğra'],
    bus: ['Otokar Kent', 'Karsan Atak'],
    motorcycle: ['Kurye'],
    machine: ['Ekskavatör', 'Kepçe'],
    asset: ['Dorse', 'Treyler'],
  },
  emirates: {
    car: ['Camry', 'Patrol'],
    van: ['Hiace', 'Urvan'],
    truck: ['Actros', 'Hino 700'],
    bus: ['King Long', 'Rosa'],
    motorcycle: ['Rider'],
    machine: ['Excavator', 'Loader'],
    asset: ['Reefer Trailer', 'Flatbed'],
  },
};

/** Where a region's plates begin or end: areas, towns, codes. */
const AREAS: Readonly<Record<NameStyle, readonly string[]>> = {
  iran: ['۶۳', '۸۳', '۱۱', '۲۲', '۱۳'],
  russia: ['16', '116', '716', '77', '199'],
  germany: ['M', 'FS', 'DAH', 'B', 'P'],
  liechtenstein: ['FL'],
  france: ['69', '01', '38', '42'],
  britain: ['BX', 'BV', 'BK', 'FJ'],
  turkey: ['34', '34', '59', '41'],
  emirates: ['A', 'K', 'R', 'W'],
};

const PLATES: Readonly<Record<NameStyle, (random: Random, area: string) => string>> = {
  iran: (random, area) =>
    `${persian(random.integer(11, 99))}${random.pick(['ع', 'ب', 'ج', 'د', 'س', 'ق'])}${persian(random.integer(111, 999))}-${area}`,
  russia: (random, area) =>
    `${letter(random, 'АВЕКМНОРСТУХ')}${random.integer(100, 999)}${letter(random, 'АВЕКМНОРСТУХ')}${letter(random, 'АВЕКМНОРСТУХ')}${area}`,
  germany: (random, area) =>
    `${area}-${letter(random, 'ABCDEFGHKLMN')}${letter(random, 'KLMPRSTUVW')} ${random.integer(1000, 9999)}`,
  liechtenstein: (random, area) => `${area} ${random.integer(10_000, 45_999)}`,
  france: (random, area) =>
    `${letter(random, 'DEFG')}${letter(random, 'ABCDEFGH')}-${random.integer(100, 999)}-${letter(random, 'KLMNPR')}${letter(random, 'STVWXZ')} (${area})`,
  britain: (random, area) =>
    `${area}${random.pick(['68', '19', '70', '21', '72', '23'])} ${letter(random, 'ABCDEFG')}${letter(random, 'HJKLMNO')}${letter(random, 'PRSTUVW')}`,
  turkey: (random, area) =>
    `${area} ${letter(random, 'ABCDEFG')}${letter(random, 'HKLMN')}${letter(random, 'PRSTU')} ${random.integer(100, 999)}`,
  emirates: (random, area) => `DXB ${area} ${random.integer(10_000, 99_999)}`,
};

const letter = (random: Random, letters: string): string => letters[random.integer(0, letters.length - 1)];

/** A number in Persian digits. */
function persian(value: number): string {
  return String(value).replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]);
}

/**
 * A unit's name: model and plate, or model and fleet number where people number their vehicles (buses,
 * machines, trailers). The number is the index, so that names differ.
 */
export function unitName(style: NameStyle, kind: DrivenKind, index: number, seed: number): string {
  const random = new Random(seed);
  const model = random.pick(MODELS[style][kind]);
  const numbered =
    kind === 'bus' || kind === 'machine' || kind === 'asset' || kind === 'motorcycle' || random.next() < 0.12;
  if (!numbered) return `${model} ${PLATES[style](random, random.pick(AREAS[style]))}`;
  const number = 101 + index;
  return style === 'iran' ? `${model} ${persian(number)}` : `${model} ${number}`;
}
