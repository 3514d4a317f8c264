import { LENGTH } from '../base/index.ts';
import type { ProtocolName } from '../telemetry/index.ts';
import { matchesTemplate, type CommandTemplate, type TemplateParameter } from './template.ts';

type TextParameter = Extract<TemplateParameter, { kind: 'text' }>;

const integer = (name: string, minimum: number, maximum: number, initial: number): TemplateParameter => ({
  name,
  kind: 'integer',
  minimum,
  maximum,
  initial: String(initial),
});

const words = (name: string, minimum: number, maximum: number, initial = '', pattern?: RegExp): TextParameter => ({
  name,
  kind: 'text',
  minimum,
  maximum,
  initial,
  ...(pattern && { pattern }),
});

/** A password, which no list and no log shows. */
const password = (name: string, minimum: number, initial: string): TemplateParameter => ({
  ...words(name, minimum, 20, initial, DEVICE_PASSWORD),
  secret: true,
});

const choice = (name: string, choices: Readonly<Record<string, string>>, initial: string): TemplateParameter => ({
  name,
  kind: 'choice',
  choices: Object.entries(choices).map(([key, value]) => ({ key, value })),
  initial,
});

const safe = (code: string, text: string, ...parameters: readonly TemplateParameter[]): CommandTemplate => ({
  code,
  text,
  parameters,
  dangerous: false,
});
/** What may stop a vehicle, lose what the device remembers, or lose the device. */
const dangerous = (code: string, text: string, ...parameters: readonly TemplateParameter[]): CommandTemplate => ({
  code,
  text,
  parameters,
  dangerous: true,
});

/** Whatever the device understands. */
const custom = (longest: number = LENGTH.commandText.max): CommandTemplate =>
  safe('custom', '{text}', words('text', 1, longest));

const OUTPUT = { off: '0', on: '1', keep: '?' };
const PHONE = /^\+?\d{3,20}$/;
/** Passwords of devices are digits and letters; anything else could begin another field. */
const DEVICE_PASSWORD = /^[A-Za-z0-9]*$/;
const queclinkPassword = password('password', 0, 'gl200');
/** Settings that are passwords: of the access point, and of short messages. */
const TELTONIKA_PASSWORDS = ['2003', '3004'];

/**
 * Commands by protocol, in the words that its frame carries (domain reference, 4.1 to 4.8; the vendors' manuals).
 * `{time}` in H02 is filled in by the connection, which knows the moment of sending. A code means the same in every
 * protocol; its text is `commandLibrary.<code>`, a parameter's label `commandParameters.<name>`.
 */
export const COMMANDS: Readonly<Record<ProtocolName, readonly CommandTemplate[]>> = {
  teltonika: [
    safe('status', 'getstatus'),
    safe('deviceInfo', 'getinfo'),
    safe('version', 'getver'),
    safe('locate', 'getgps'),
    safe('locateLink', 'ggps'),
    safe('inputsOutputs', 'getio'),
    safe('readInput', 'readio {id}', integer('id', 1, 65_535, 66)),
    safe('readSetting', 'getparam {id}', integer('id', 1, 65_535, 10_050)),
    {
      ...dangerous('writeSetting', 'setparam {id}:{value}', integer('id', 1, 65_535, 10_050), {
        ...words('value', 1, 60),
        secretWhere: { id: TELTONIKA_PASSWORDS },
      }),
      separator: ';',
    },
    dangerous('engineCut', 'setdigout 1'),
    safe('engineRestore', 'setdigout 0'),
    dangerous('setOutputs', 'setdigout {first}{second}', choice('first', OUTPUT, '?'), choice('second', OUTPUT, '?')),
    dangerous('pulseOutput', 'setdigout 1 {seconds}', integer('seconds', 1, 3600, 5)),
    safe('setOdometer', 'odoset:{kilometres}', integer('kilometres', 0, 4_294_967, 0)),
    safe('restart', 'cpureset'),
    dangerous('deleteRecords', 'deleterecords'),
    dangerous('factoryReset', 'defaultcfg'),
    custom(),
  ],
  gt06: [
    safe('locate', 'WHERE#'),
    safe('status', 'STATUS#'),
    safe('settings', 'PARAM#'),
    safe('version', 'VERSION#'),
    dangerous('engineCut', 'RELAY,1#'),
    safe('engineRestore', 'RELAY,0#'),
    dangerous('engineCutPassword', 'DYD,{password}#', password('password', 1, '000000')),
    safe('engineRestorePassword', 'HFYD,{password}#', password('password', 1, '000000')),
    safe(
      'reportInterval',
      'TIMER,{seconds},{parkedSeconds}#',
      integer('seconds', 5, 18_000, 10),
      integer('parkedSeconds', 5, 18_000, 60),
    ),
    safe('emergencyNumber', 'SOS,A,{phone}#', words('phone', 3, 21, '', PHONE)),
    safe('restart', 'RESET#'),
    dangerous(
      'setServer',
      'SERVER,1,{host},{port},0#',
      words('host', 3, 100, '', /^[A-Za-z0-9.-]+$/),
      integer('port', 1, 65_535, 5023),
    ),
    dangerous('factoryReset', 'FACTORY#'),
    custom(),
  ],
  h02: [
    dangerous('engineCut', 'S20,{time},1,1'),
    safe('engineRestore', 'S20,{time},1,0'),
    safe('reportInterval', 'S71,{time},22,{seconds}', integer('seconds', 10, 65_535, 30)),
    safe('arm', 'SCF,{time},0,0'),
    safe('disarm', 'SCF,{time},1,1'),
    safe('restart', 'R1,{time}'),
    custom(),
  ],
  gps103: [
    safe('locate', 'B'),
    safe('reportInterval', 'C,{interval}', words('interval', 3, 3, '20s', /^\d\d[smh]$/)),
    safe('reportStop', 'D'),
    safe('alarmStop', 'E'),
    dangerous('engineCut', 'J'),
    safe('engineRestore', 'K'),
    safe('arm', 'L'),
    safe('disarm', 'M'),
    custom(),
  ],
  tk103: [
    safe('locate', 'AP00'),
    safe('version', 'AP07'),
    dangerous('engineCut', 'AV010'),
    safe('engineRestore', 'AV011'),
    safe('reportInterval', 'AR00{seconds}0000', {
      name: 'seconds',
      kind: 'integer',
      minimum: 5,
      maximum: 0xffff,
      initial: '30',
      hexDigits: 4,
    }),
    safe('restart', 'AT00'),
    custom(),
  ],
  queclink: [
    safe('locate', 'AT+GTRTO={password},1,,,,,,FFFF$', queclinkPassword),
    safe('version', 'AT+GTRTO={password},8,,,,,,FFFF$', queclinkPassword),
    safe('restart', 'AT+GTRTO={password},3,,,,,,FFFF$', queclinkPassword),
    dangerous('engineCut', 'AT+GTOUT={password},1,,,0,0,0,0,0,0,0,,,,,,,FFFF$', queclinkPassword),
    safe('engineRestore', 'AT+GTOUT={password},0,,,0,0,0,0,0,0,0,,,,,,,FFFF$', queclinkPassword),
    dangerous('factoryReset', 'AT+GTRTO={password},4,,,,,,FFFF$', queclinkPassword),
    custom(),
  ],
  jt808: [
    safe('locate', 'locate'),
    safe('deviceInfo', 'attributes'),
    safe('settings', 'query'),
    safe(
      'follow',
      'track:{seconds},{duration}',
      integer('seconds', 1, 65_535, 10),
      integer('duration', 10, 86_400, 600),
    ),
    safe('message', 'text:{text}', words('text', 1, 200)),
    dangerous('engineCut', 'control:0x64'),
    safe('engineRestore', 'control:0x65'),
    safe('restart', 'control:4'),
    dangerous('factoryReset', 'control:5'),
    custom(),
  ],
  wialon_ips: [safe('message', '{text}', words('text', 1, LENGTH.commandText.max))],
  osmand: [safe('message', '{text}', words('text', 1, LENGTH.commandText.max))],
  nmea: [],
  traccar: [],
  import: [],
};

/**
 * Commands that carry passwords and that people type themselves: not offered, only known, so that lists and logs hide
 * those. Queclink begins every command with the device's.
 */
export const TYPED_COMMANDS: readonly CommandTemplate[] = [
  safe('queclink', 'AT+GT{word}={password},', { ...words('word', 3, 3), typed: '[a-z]{3}' }, queclinkPassword),
  safe('newPassword', 'AT+GTCFG={password},{newPassword},', queclinkPassword, password('newPassword', 0, '')),
  safe('accessPoint', 'AT+GTBSI={password},{name},{user},{accessPassword},', password('accessPassword', 0, '')),
  safe('quickStart', 'AT+GTQSS={password},{name},{user},{accessPassword},', password('accessPassword', 0, '')),
  safe(
    'newPassword',
    'PASSWORD,{password},{newPassword}#',
    password('password', 0, ''),
    password('newPassword', 0, ''),
  ),
  safe('accessPoint', 'APN,{name},{user},{accessPassword}#', password('accessPassword', 0, '')),
];

/** The commands of a device; a model that takes some of them only names their codes. */
export function commandsOf(protocol: ProtocolName, codes?: readonly string[]): readonly CommandTemplate[] {
  return codes ? COMMANDS[protocol].filter(({ code }) => codes.includes(code)) : COMMANDS[protocol];
}

/** What commands are for, in the order in which they are offered. */
const COMMAND_GROUPS = ['query', 'control', 'dangerous'] as const;
type CommandGroup = (typeof COMMAND_GROUPS)[number];

/** Those that only ask: nothing changes by them. */
const QUERIES: ReadonlySet<string> = new Set([
  'status',
  'deviceInfo',
  'version',
  'locate',
  'locateLink',
  'inputsOutputs',
  'readInput',
  'readSetting',
  'settings',
]);

/** What a command is for. */
function commandGroup({ code, dangerous: isDangerous }: Pick<CommandTemplate, 'code' | 'dangerous'>): CommandGroup {
  if (isDangerous) return 'dangerous';
  return QUERIES.has(code) ? 'query' : 'control';
}

/** The commands by what they are for; groups without any are left out. */
export function groupedCommands(
  templates: readonly CommandTemplate[],
): readonly { readonly group: CommandGroup; readonly templates: readonly CommandTemplate[] }[] {
  return COMMAND_GROUPS.map((group) => ({
    group,
    templates: templates.filter((template) => commandGroup(template) === group),
  })).filter((each) => each.templates.length > 0);
}

/** One command of the library. */
export function commandTemplate(protocol: ProtocolName, code: string): CommandTemplate | undefined {
  return COMMANDS[protocol].find((template) => template.code === code);
}

/** Names in the catalogue. */
export const commandKey = (code: string): string => `commandLibrary.${code}`;
export const commandParameterKey = (name: string): string => `commandParameters.${name}`;
export const commandChoiceKey = (key: string): string => `commandChoices.${key}`;

/** The command inside a frame that somebody wrote out whole, as text protocols carry it. */
const FRAMES = [/^\*\w+,[^,]*,(.*)$/s, /^\*\*,imei:\d+,(.*)$/s, /^\(\d+,?(.*)$/s];
/** Marks that close a command; devices take it with them and without. */
const CLOSING = /[#;$)\s]+$/;

/**
 * Words that do the same as a dangerous template although they do not read like it: Queclink numbers each command and
 * gives models more fields or fewer. JT/T 808 takes a control word with values and leading zeros, and a vendor's own
 * word, in hexadecimal, may cut whatever the vendor likes: all are asked for twice but those that are known to restore.
 */
const DANGEROUS_WORDS: Readonly<Partial<Record<ProtocolName, readonly RegExp[]>>> = {
  queclink: [/^at\+gtout=[^,]*,\s*0*[1-9]/, /^at\+gtrto=[^,]*,\s*0*4(?:,|$)/],
  jt808: [/^control:\s*0*(?:64|(?:0x0?)?5)\s*(?:;|$)/, /^control:\s*0x(?!(?:65|f1|0?[1-7])\b)/],
};

/** The ways in which a text may be meant: as it is, with every closing mark, and what is in the frame. */
function readingsOf(text: string): string[] {
  const written = text.trim().replaceAll(/\s*,\s*/g, ',');
  const bare = written.replace(CLOSING, '');
  const inner = FRAMES.flatMap((frame) => frame.exec(bare)?.[1] ?? []);
  return [written, ...[bare, ...inner].flatMap((words) => ['', '#', '$', ';'].map((mark) => words + mark))];
}

/**
 * True when a text is one of the protocol's dangerous commands, whoever wrote it: a command that a device keeps, or
 * one typed by hand, is asked for twice like the library's own. Without a protocol, those of all count.
 */
export function isDangerousCommand(text: string, protocol: ProtocolName | null): boolean {
  // Some devices take several commands in one text.
  const texts = [text, ...text.split(/[#;]/)].filter((each) => each.trim() !== '');
  const readings = texts.flatMap(readingsOf);
  const templates = protocol === null ? Object.values(COMMANDS).flat() : COMMANDS[protocol];
  const patterns = protocol === null ? Object.values(DANGEROUS_WORDS).flat() : (DANGEROUS_WORDS[protocol] ?? []);
  return readings.some(
    (words) =>
      patterns.some((pattern) => pattern.test(words.toLowerCase())) ||
      templates.some((template) => template.dangerous && matchesTemplate(template, words)),
  );
}
