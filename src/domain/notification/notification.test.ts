import { describe, expect, it } from 'vitest';
import { notifications } from './index.ts';
import { fillTags, TAGS, unknownTags } from './tags.ts';

const problem = (values: object): string => {
  try {
    notifications.schema.validateSync({ name: 'Night shift', all_units: true, ...values });
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe('the form of a notification', () => {
  it.each<[object, string]>([
    [{}, ''],
    [{ channels: [] }, 'validation.notificationChannels'],
    [{ all_units: false }, 'validation.notificationUnits'],
    [{ all_units: false, label_ids: [4] }, ''],
    [{ all_alerts: false }, 'validation.notificationAlerts'],
    [{ recipients: 'chosen' }, 'validation.notificationRecipients'],
    [{ recipients: 'chosen', role_ids: [3] }, ''],
    // Nobody has to be named where only another system hears of it.
    [{ recipients: 'chosen', channels: ['webhook'], webhook_ids: [1] }, ''],
    [{ channels: ['webhook'] }, 'validation.notificationWebhooks'],
    [{ channels: ['command'] }, 'validation.required'],
    [{ channels: ['command'], command_code: 'locate' }, ''],
    [{ channels: ['command'], command_code: 'engineCut' }, 'validation.commandConfirmed'],
    [{ channels: ['command'], command_code: 'engineCut', command_confirmed: true }, ''],
    [{ channels: ['command'], command_code: 'custom' }, 'validation.oneOf'],
    [{ messages: [{ lang: 'en', text: '%UNIT% is fast' }] }, ''],
    [{ messages: [{ lang: 'en', text: '%UNIT% is %FAST%' }] }, 'validation.unknownTag'],
    [{ digest_count: 0 }, 'validation.min'],
    [{ digest_count: null }, ''],
  ])('%j: %s', (values, expected) => expect(problem(values)).toBe(expected));
});

describe('tags', () => {
  const values = Object.fromEntries(TAGS.map((tag) => [tag, `<${tag}>`])) as Parameters<typeof fillTags>[1];

  it('are filled in whatever their case, and each as often as it is there', () =>
    expect(fillTags('%UNIT% %unit%: %RULE%', values)).toBe('<UNIT> <UNIT>: <RULE>'));

  it('leave a per cent sign as it is', () =>
    expect(fillTags('Load 90% of 100 %, 5%', values)).toBe('Load 90% of 100 %, 5%'));

  it('that do not exist are named', () =>
    expect(unknownTags('%UNIT% %DRIVER% %x% %DRIVER%')).toEqual(['%DRIVER%', '%x%']));
});
