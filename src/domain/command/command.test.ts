import { describe, expect, it } from 'vitest';
import { COMMAND, LENGTH } from '../base/index.ts';
import { deviceCommandSchema, executeCommandSchema } from './command.ts';
import {
  EXECUTION_EVENTS,
  EXECUTION_STATES,
  afterSilence,
  answerDueAt,
  executionAfter,
  expiresAt,
  isFinished,
  nextAttemptAt,
  type ExecutionEvent,
  type ExecutionProgress,
} from './execution.ts';
import { COMMANDS, commandTemplate, commandsOf, isDangerousCommand } from './library.ts';
import { hidesPassword, withoutCommandPassword, withoutPasswordBytes, withoutPasswordsOf } from './secrets.ts';
import { fillTemplate, initialValues, matchesTemplate, parameterProblem, type CommandTemplate } from './template.ts';
import type { ProtocolName } from '../telemetry/index.ts';

const NOW = Date.UTC(2026, 2, 1, 8);

function template(protocol: ProtocolName, code: string): CommandTemplate {
  const found = commandTemplate(protocol, code);
  if (!found) throw new Error(`${protocol} has no ${code}`);
  return found;
}

function filled(protocol: ProtocolName, code: string, values: Record<string, string>): string {
  const result = fillTemplate(template(protocol, code), values);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

it('says of a value that carries control characters that it does', () => {
  const parameter = { kind: 'text', name: 'text', initial: '', minimum: 1, maximum: 240 } as const;
  for (const value of ['a\u0007b', 'a\nb', 'a\u001B[31m'])
    expect(parameterProblem(parameter, value)).toEqual({
      parameter: 'text',
      key: 'validation.commandText',
      values: {},
    });
  expect(parameterProblem({ ...parameter, pattern: /^\d+$/ }, 'abc')?.key).toBe('validation.invalid');
});

describe('the library', () => {
  const all = Object.entries(COMMANDS).flatMap(([protocol, templates]) =>
    templates.map((each) => ({ protocol, each })),
  );

  it('has each code once in a protocol, and every place of a text has its parameter', () => {
    for (const [protocol, templates] of Object.entries(COMMANDS))
      expect(new Set(templates.map(({ code }) => code)).size, protocol).toBe(templates.length);
    for (const { protocol, each } of all) {
      const places = [...each.text.matchAll(/\{(\w+)\}/g)]
        .map((match) => match[1])
        .filter((name) => !(protocol === 'h02' && name === 'time'));
      expect(places.sort(), each.text).toEqual(each.parameters.map(({ name }) => name).sort());
    }
  });

  it('offers values that it takes itself, but for what only the person knows', () => {
    const open = all.flatMap(({ each }) =>
      each.parameters
        .filter((parameter) => parameterProblem(parameter, parameter.initial) !== null)
        .map(({ name }) => name),
    );
    expect([...new Set(open)].sort()).toEqual(['host', 'phone', 'text', 'value']);
  });

  it('makes texts that fit into a command', () => {
    for (const { each } of all) {
      const longest = Object.fromEntries(
        each.parameters.map((parameter) => [parameter.name, parameter.kind === 'text' ? '' : parameter.initial]),
      );
      const most = each.parameters.reduce(
        (sum, parameter) => sum + (parameter.kind === 'text' ? parameter.maximum : longest[parameter.name].length),
        each.text.replaceAll(/\{\w+\}/g, '').length,
      );
      expect(most, each.text).toBeLessThanOrEqual(LENGTH.commandText.max);
    }
  });

  it('says what the references say', () => {
    expect(template('teltonika', 'deviceInfo').text).toBe('getinfo');
    expect(template('gt06', 'engineCut').text).toBe('RELAY,1#');
    expect(filled('gt06', 'engineCutPassword', initialValues(template('gt06', 'engineCutPassword')))).toBe(
      'DYD,000000#',
    );
    expect(filled('h02', 'reportInterval', { seconds: '30' })).toBe('S71,{time},22,30');
    expect(template('h02', 'engineCut').text).toBe('S20,{time},1,1');
    expect(filled('tk103', 'reportInterval', { seconds: '30' })).toBe('AR00001E0000');
    expect(filled('queclink', 'locate', { password: '' })).toBe('AT+GTRTO=,1,,,,,,FFFF$');
    expect(filled('gps103', 'reportInterval', { interval: '20s' })).toBe('C,20s');
    expect(filled('teltonika', 'setOutputs', { first: '1', second: '?' })).toBe('setdigout 1?');
  });

  it('gives a model those it takes', () => {
    expect(commandsOf('teltonika', ['version', 'gone']).map(({ code }) => code)).toEqual(['version']);
    expect(commandsOf('nmea')).toEqual([]);
  });
});

describe('filling a template', () => {
  const timer = template('gt06', 'reportInterval');

  it('names every place that is wrong, with its bound', () => {
    expect(fillTemplate(timer, { seconds: '4', parkedSeconds: '' })).toEqual({
      ok: false,
      error: [
        { parameter: 'seconds', key: 'validation.min', values: { min: 5 } },
        { parameter: 'parkedSeconds', key: 'validation.required', values: {} },
      ],
    });
    expect(fillTemplate(timer, { seconds: '18001', parkedSeconds: '1.5' })).toMatchObject({
      error: [{ key: 'validation.max', values: { max: 18_000 } }, { key: 'validation.integer' }],
    });
    expect(fillTemplate(template('teltonika', 'setOutputs'), { first: 'on', second: '0' })).toMatchObject({
      error: [{ parameter: 'first', key: 'validation.oneOf' }],
    });
  });

  it('gives one number one form', () => {
    expect(filled('gt06', 'reportInterval', { seconds: ' 010 ', parkedSeconds: '60' })).toBe('TIMER,10,60#');
  });

  it('lets nobody end the frame or begin another field', () => {
    const message = template('jt808', 'message');
    for (const text of ['a\r\nb', 'a\u0000', ''])
      expect(fillTemplate(message, { text }).ok, JSON.stringify(text)).toBe(false);
    for (const password of ['1,2', '1#', 'a b'])
      expect(fillTemplate(template('gt06', 'engineCutPassword'), { password }).ok, password).toBe(false);
    expect(filled('jt808', 'message', { text: 'See {text} $& at 5' })).toBe('text:See {text} $& at 5');
  });

  it('knows its own texts again', () => {
    expect(matchesTemplate(timer, 'timer,10,60#')).toBe(true);
    expect(matchesTemplate(timer, 'TIMER,10#')).toBe(false);
    expect(matchesTemplate(template('gt06', 'locate'), ' where# ')).toBe(true);
    expect(matchesTemplate(template('gt06', 'locate'), 'WHERE#1')).toBe(false);
  });
});

describe('a dangerous command', () => {
  it.each<[ProtocolName | null, string, boolean]>([
    ['gt06', 'RELAY,1#', true],
    ['gt06', ' relay,1 ', true],
    ['gt06', 'DYD,123456#', true],
    ['gt06', 'RELAY,0#', false],
    ['gt06', 'WHERE#', false],
    ['h02', 'S20,{time},1,1', true],
    ['h02', 'S20,101500,1,1', true],
    ['h02', '*HQ,4106012736,S20,101500,1,1#', true],
    ['h02', '*HQ,4106012736,S20,101500,1,0#', false],
    ['gps103', 'J', true],
    ['gps103', '**,imei:123456789012345,J;', true],
    ['gps103', '**,imei:123456789012345,K;', false],
    ['tk103', 'AV010', true],
    ['tk103', '(087073819397AV010)', true],
    ['queclink', 'AT+GTOUT=gl200,1,,,0,0,0,0,0,0,0,,,,,,,FFFF$', true],
    ['queclink', 'AT+GTOUT=gl200,0,,,0,0,0,0,0,0,0,,,,,,,FFFF$', false],
    ['teltonika', 'setdigout 1', true],
    ['teltonika', 'setdigout 10', true],
    ['teltonika', 'setparam 2004:example.com', true],
    ['teltonika', 'getinfo', false],
    ['jt808', 'control:64', true],
    ['jt808', 'control:064;1', true],
    ['jt808', 'control: 64', true],
    ['jt808', 'control:65', false],
    // As vendors' manuals have it, in hexadecimal.
    ['jt808', 'control:0x64', true],
    ['jt808', 'control:0X64;1', true],
    ['jt808', 'control:0xF0', true],
    ['jt808', 'control:0x5', true],
    ['jt808', 'control:0x05', true],
    ['jt808', 'control:0x4', false],
    ['jt808', 'control:0x65', false],
    ['jt808', 'control:0xF1', false],
    ['gt06', 'RELAY, 1', true],
    ['gt06', 'WHERE#RELAY,1#', true],
    ['gps103', 'J;', true],
    ['gps103', 'K;', false],
    ['h02', '*HQX,4106012736,S20,101500,1,1#', true],
    ['tk103', '(87073819397,AV010)', true],
    ['tk103', '(87073819397,AV011)', false],
    // Another serial, other fields, no closing mark: the same command.
    ['queclink', 'AT+GTOUT=gl200,1,,,0,0,0,0,0,0,0,,,,,,,0011', true],
    ['queclink', 'AT+GTOUT=gv300,1,5,3,0,0,0,,,,,00A1$', true],
    ['queclink', 'AT+GTRTO=gv300,4,,,,,,0003$', true],
    ['queclink', 'AT+GTRTO=gv300,1,,,,,,0004$', false],
    ['osmand', 'RELAY,1#', false],
    [null, 'RELAY,1#', true],
    [null, 'getinfo', false],
  ])('%s %s: %s', (protocol, text, expected) => expect(isDangerousCommand(text, protocol)).toBe(expected));
});

it.each([
  ['AT+GTOUT=gl200,1,,,,FFFF$', 'AT+GTOUT=•••,1,,,,FFFF$'],
  ['DYD,123456#', 'DYD,•••#'],
  ['hfyd,000000#', 'hfyd,•••#'],
  ['AT+GTRTO=,1,,FFFF$', 'AT+GTRTO=,1,,FFFF$'],
  ['PASSWORD,666666,123456#', 'PASSWORD,•••,•••#'],
  ['PASSWORD , 123456', 'PASSWORD , •••'],
  ['AT+GTFRI=hush7,1,,,FFFF$', 'AT+GTFRI=•••,1,,,FFFF$'],
  ['AT+GTQSS=gl200,internet,me,hush7,4,,FFFF$', 'AT+GTQSS=•••,internet,me,•••,4,,FFFF$'],
  ['APN,internet,me,hush7#', 'APN,internet,me,•••#'],
  ['*HQ,1234567890,DYD,123456#', '*HQ,1234567890,DYD,•••#'],
  ['setparam  02003:hush 7', 'setparam  02003:•••'],
  ['setparam 2001:2003:hush', 'setparam 2001:2003:hush'],
  ['setparam 2003:hush', 'setparam 2003:•••'],
  ['setparam 2001:internet;2003:hush;2004:host;3004:quiet', 'setparam 2001:internet;2003:•••;2004:host;3004:•••'],
  ['getinfo', 'getinfo'],
])('logs show %s without its password', (text, shown) => expect(withoutCommandPassword(text)).toBe(shown));

describe('passwords in commands', () => {
  const marked = Object.values(COMMANDS)
    .flat()
    .flatMap((template) =>
      template.parameters.flatMap((parameter) =>
        parameter.kind === 'text' && (parameter.secret || parameter.secretWhere) ? [{ template, parameter }] : [],
      ),
    );

  it('are marked at their fields, and no field that is called so is left unmarked', () => {
    const names = Object.values(COMMANDS)
      .flat()
      .flatMap(({ code, parameters }) => parameters.filter(({ name }) => /password/i.test(name)).map(() => code));
    expect(marked.filter(({ parameter }) => parameter.secret).map(({ template }) => template.code)).toEqual(names);
    expect(names.length).toBeGreaterThan(4);
  });

  it.each(marked.map((each) => [each.template.code, each.template.text, each] as const))(
    'are hidden in %s: %s',
    (_, __, { template, parameter }) => {
      const where = Object.fromEntries(
        Object.entries(parameter.secretWhere ?? {}).map(([name, [first]]) => [name, first]),
      );
      const filled = fillTemplate(template, { ...initialValues(template), ...where, [parameter.name]: 'hush7' });
      if (!filled.ok) throw new Error(JSON.stringify(filled.error));
      expect(filled.value).toContain('hush7');
      const shown = withoutCommandPassword(filled.value);
      expect(shown).not.toContain('hush7');
      expect([hidesPassword(filled.value), hidesPassword(shown)]).toEqual([false, true]);
      expect(withoutPasswordsOf(filled.value, 'ok, hush7 set')).toBe('ok, ••• set');
      const bytes = Buffer.from(withoutPasswordBytes(Buffer.from(`\u0001${filled.value}`, 'latin1')));
      expect(bytes.toString('latin1')).toContain('*****');
      expect(bytes).toHaveLength(filled.value.length + 1);
      expect(bytes.toString('latin1')).not.toContain('hush7');
    },
  );

  it('that are short leave answers as they are, and a message without any is not copied', () => {
    expect(withoutPasswordsOf('DYD,1#', 'state 1')).toBe('state 1');
    const bytes = Buffer.from('STATUS#');
    expect(withoutPasswordBytes(bytes)).toBe(bytes);
    expect(hidesPassword('message ••• for the driver')).toBe(false);
  });
});

describe('an execution', () => {
  const run = (...events: ExecutionEvent[]) =>
    events.reduce<string>((state, event) => {
      const from = EXECUTION_STATES.find((each) => each === state);
      const next = from && executionAfter(from, event);
      return next?.ok ? next.value : `${state} refuses ${event}`;
    }, 'queued');

  it('takes the ways that a command can take', () => {
    expect(run('send', 'accept')).toBe('answered');
    expect(run('send', 'refuse')).toBe('refused');
    expect(run('refuse')).toBe('refused');
    expect(run('cancel')).toBe('cancelled');
    expect(run('expire')).toBe('expired');
    expect(run('send', 'retry', 'send', 'lost', 'send', 'timeOut')).toBe('timedOut');
    expect(run('send', 'timeOut', 'accept')).toBe('answered');
    expect(run('send', 'retry', 'accept')).toBe('answered');
  });

  it('cannot be called back once it is sent, nor move on from its end', () => {
    expect(run('send', 'cancel')).toBe('sent refuses cancel');
    expect(run('send', 'expire')).toBe('sent refuses expire');
    for (const end of ['answered', 'refused', 'cancelled', 'expired'] as const) {
      for (const event of EXECUTION_EVENTS)
        expect(executionAfter(end, event), `${end} ${event}`).toEqual({
          ok: false,
          error: { code: 'notAllowed', state: end, event },
        });
    }
    expect(EXECUTION_STATES.filter((state) => !isFinished(state))).toEqual(['queued', 'sent']);
  });

  const progress: ExecutionProgress = { state: 'queued', attempts: 0, queuedAt: NOW, sentAt: null, dangerous: false };

  it('is sent at once, and again after twice the wait each time', () => {
    expect(nextAttemptAt(progress)).toBe(NOW);
    expect(nextAttemptAt({ ...progress, attempts: 1, sentAt: NOW + 5 })).toBe(NOW + 5 + COMMAND.firstRetry);
    expect(nextAttemptAt({ ...progress, attempts: 2, sentAt: NOW + 5 })).toBe(NOW + 5 + 2 * COMMAND.firstRetry);
    expect(nextAttemptAt({ ...progress, attempts: 1, sentAt: expiresAt(progress) - 1 })).toBeNull();
    expect(nextAttemptAt({ ...progress, state: 'sent' })).toBeNull();
  });

  it('waits for its answer while it is sent, then tries again as often as it may', () => {
    expect(answerDueAt({ ...progress, state: 'sent', sentAt: NOW })).toBe(NOW + COMMAND.answerTimeout);
    expect(answerDueAt(progress)).toBeNull();
    const sent = { ...progress, state: 'sent', sentAt: NOW } as const;
    expect([1, 2, 3].map((attempts) => afterSilence({ ...sent, attempts }))).toEqual(['retry', 'retry', 'timeOut']);
  });

  it('that is dangerous is never sent twice by itself', () => {
    expect(afterSilence({ ...progress, state: 'sent', attempts: 1, dangerous: true })).toBe('timeOut');
  });
});

describe('the forms of commands', () => {
  const problem = (schema: typeof deviceCommandSchema | typeof executeCommandSchema, values: object): string => {
    try {
      schema.validateSync(values);
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

  it.each<[object, string]>([
    [{}, ''],
    [{ code: ' ' }, 'validation.required'],
    [{ code: 'c'.repeat(41) }, 'validation.maxLength'],
    [{ description: 'd'.repeat(201) }, 'validation.maxLength'],
    [{ text: '' }, 'validation.required'],
    [{ text: 't'.repeat(LENGTH.commandText.max) }, ''],
    [{ text: 't'.repeat(LENGTH.commandText.max + 1) }, 'validation.maxLength'],
    [{ text: 'a\nb' }, 'validation.commandText'],
  ])('%j: %s', (changes, expected) =>
    expect(problem(deviceCommandSchema, { code: 'Cut', text: 'RELAY,1#', ...changes })).toBe(expected),
  );

  it('sends without confirmation unless it is given', () => {
    expect(executeCommandSchema.validateSync({ device_id: 5, text: ' WHERE# ' })).toEqual({
      device_id: 5,
      code: '',
      text: 'WHERE#',
      confirmed: false,
    });
    expect(problem(executeCommandSchema, { text: 'WHERE#' })).toBe('validation.required');
  });
});
