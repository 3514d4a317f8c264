import type { AccountSettings } from '../../../../src/domain/account/index.ts';
import { MINUTE, type Instant } from '../../../../src/domain/base/index.ts';
import {
  fillTags,
  type DeliveryOccasion,
  type NotificationMessage,
  type TagValues,
} from '../../../../src/domain/notification/index.ts';
import { addressOf, dateTimeText } from '../../shared/index.ts';
import type { WordingServices } from '../services.ts';
import type { AboutAlarm } from './claim.ts';

/** Longer ago the speed of the last report says nothing of the alarm. */
const SPEED_LIFE = 5 * MINUTE;
/** Messages that a summary shows; of more it says how many. */
const SHOWN = 10;

/** What one message is about. */
export interface About {
  readonly occasion: DeliveryOccasion;
  readonly accountName: string;
  readonly messages: readonly NotificationMessage[];
  /** Null: a test. */
  readonly alarm: AboutAlarm | null;
}

/** How somebody reads: their language, and dates as their account and their zone have them. */
export interface Reading {
  readonly lang: string;
  readonly settings: AccountSettings;
}

export interface Worded {
  readonly title: string;
  readonly text: string;
}

/** Where the alarm is shown, below the address of the client. */
export const alarmPath = (alarmId: number): string => `alarms?alarm=${alarmId}`;

/** One message in somebody's words. */
export async function wordsOf(services: WordingServices, about: About, reading: Reading): Promise<Worded> {
  const { problems, messages } = services;
  const { lang } = reading;
  const values = await tagValues(services, about, reading);
  const own = about.messages.find((message) => message.lang === messages.resolve(lang))?.text;
  return {
    title: fillTags(problems.text(lang, 'mail.alarm.title'), values),
    text: fillTags(own ?? problems.text(lang, `mail.alarm.texts.${about.occasion}`), values).trim(),
  };
}

/** Several messages as one. */
export async function summaryOf(services: WordingServices, all: readonly About[], reading: Reading): Promise<Worded> {
  const { problems } = services;
  const worded = await Promise.all(all.slice(0, SHOWN).map((about) => wordsOf(services, about, reading)));
  const more = all.length - worded.length;
  const lines = worded.map(({ title, text }) => `${title}\n${text}`);
  return {
    title: problems.text(reading.lang, 'mail.alarm.summary', { count: all.length }),
    text: [...lines, ...(more > 0 ? [problems.text(reading.lang, 'mail.alarm.more', { count: more })] : [])].join(
      '\n\n',
    ),
  };
}

/** What stands in for an alarm in tests and previews where there was none yet. */
export const exampleAlarm = (now: Instant, text: (key: string) => string): AboutAlarm => ({
  id: 0,
  alert: text('mail.alarm.example.alert'),
  rule: text('mail.alarm.example.rule'),
  severity: 'warning',
  unitId: 0,
  unit: text('mail.alarm.example.unit'),
  isOwn: true,
  at: now,
  count: 1,
  latitude: null,
  longitude: null,
  value: 96,
});

async function tagValues(services: WordingServices, about: About, { lang, settings }: Reading): Promise<TagValues> {
  const { problems, positions, publicUrl } = services;
  const { alarm } = about;
  const figure = (value: number | null, digits: number): string =>
    value === null ? '' : new Intl.NumberFormat(lang, { maximumFractionDigits: digits }).format(value);
  const occasion = problems.text(lang, `mail.alarm.occasions.${about.occasion}`);
  const of = (text: string | undefined): string => text ?? '';
  const report = alarm === null ? null : positions.latest.position(alarm.unitId);
  const speed =
    report !== null && alarm !== null && Math.abs(Date.parse(report.time) - alarm.at) <= SPEED_LIFE
      ? report.speed
      : null;
  return {
    UNIT: of(alarm?.unit),
    ALERT: of(alarm?.alert),
    RULE: of(alarm?.rule),
    SEVERITY: alarm === null ? '' : problems.text(lang, `mail.alarm.severities.${alarm.severity}`),
    OCCASION: occasion,
    TIME: alarm === null ? '' : dateTimeText(alarm.at, lang, settings),
    PLACE: alarm === null ? '' : await placeText(services, alarm, lang),
    LATITUDE: figure(alarm?.latitude ?? null, 5),
    LONGITUDE: figure(alarm?.longitude ?? null, 5),
    SPEED: speed === null ? '' : problems.text(lang, 'mail.alarm.speed', { speed: figure(speed, 0) }),
    VALUE: figure(alarm?.value ?? null, 2),
    COUNT: figure(alarm?.count ?? null, 0),
    ACCOUNT: about.accountName,
    LINK: publicUrl === null || alarm === null ? '' : `${publicUrl}/app/${alarmPath(alarm.id)}`,
  };
}

/** The nearest town; nothing where it is not known where the alarm was. */
async function placeText(
  { places, problems }: WordingServices,
  { latitude, longitude }: AboutAlarm,
  lang: string,
): Promise<string> {
  if (latitude === null || longitude === null) return problems.text(lang, 'mail.alarm.nowhere');
  return addressOf(await places.gazetteer(), latitude, longitude, lang, problems);
}
