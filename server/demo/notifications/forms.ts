import { notifications, type NotificationForm } from '../../../src/domain/notification/index.ts';
import { webhooks, type WebhookForm } from '../../../src/domain/webhook/index.ts';
import type { CompanyKey } from '../companies.ts';

/** A notification of a company of the demo, with names where its form has numbers. */
export interface DemoNotification {
  readonly company: CompanyKey;
  /** Who saved it. */
  readonly by: string;
  /** Groups of units; none: every unit. */
  readonly groups: readonly string[];
  /** None: every alert. */
  readonly alerts: readonly string[];
  readonly people: readonly string[];
  readonly roles: readonly string[];
  readonly webhooks: readonly string[];
  readonly form: Partial<NotificationForm> & Pick<NotificationForm, 'name' | 'channels'>;
}

const notification = (
  company: CompanyKey,
  by: string,
  form: DemoNotification['form'],
  names: Partial<Pick<DemoNotification, 'groups' | 'alerts' | 'people' | 'roles' | 'webhooks'>> = {},
): DemoNotification => ({ company, by, form, groups: [], alerts: [], people: [], roles: [], webhooks: [], ...names });

/** Other systems of companies of the demo. */
export const DEMO_WEBHOOKS: readonly (Pick<WebhookForm, 'name' | 'url'> &
  Partial<WebhookForm> & { readonly company: CompanyKey; readonly by: string })[] = [
  {
    company: 'pars',
    by: 'consumer',
    name: 'Claims of the insurer',
    url: 'https://claims.insurer.example/hooks/telematics',
    description: 'The insurer opens a claim by itself',
    labels: ['partners'],
  },
  {
    company: 'pars',
    by: 'reza.ahmadi',
    name: 'Transport management',
    url: 'https://tms.pars-logistics.example/api/alarms',
    description: 'To be switched on with the new release',
    status: 'inactive',
    labels: ['own systems'],
  },
];

/** The webhook as its form has it. */
export const webhookForm = (demo: (typeof DEMO_WEBHOOKS)[number]): WebhookForm =>
  webhooks.schema.validateSync(demo, { stripUnknown: true });

/** Whom companies of the demo notify of their alarms. */
export const DEMO_NOTIFICATIONS: readonly DemoNotification[] = [
  notification(
    'kaveh',
    'dealer',
    {
      name: 'Support desk',
      description: 'Wiring and silent trackers, before the customer calls',
      channels: ['email'],
      digest_count: 3,
      digest_minutes: 60,
    },
    { alerts: ['Installations'], roles: ['Support'], people: ['dealer'] },
  ),
  notification(
    'kaveh',
    'dealer',
    {
      name: 'On-call technician',
      description: 'By text message, as the van has no screen',
      channels: ['sms', 'email'],
      occasions: ['raised', 'escalated'],
      messages: [{ lang: 'en', text: '%UNIT%: %RULE%, %PLACE%, %TIME%' }],
    },
    { alerts: ['Installations'], people: ['babak.hosseini'] },
  ),
  notification(
    'pars',
    'consumer',
    {
      name: 'Emergencies',
      description: 'Everybody who can call the driver, day and night',
      channels: ['push', 'sms'],
      digest_count: null,
      messages: [
        { lang: 'en', text: '%RULE% at %UNIT%, %PLACE%, %TIME%. Call the driver first, then 115.' },
        { lang: 'fa', text: '%RULE% در %UNIT%، %PLACE%، %TIME%. نخست با راننده تماس بگیرید، سپس ۱۱۵.' },
      ],
    },
    { alerts: ['Danger on the road', 'Tampering and theft'], roles: ['Shift lead', 'Fleet manager'] },
  ),
  notification('pars', 'reza.ahmadi', {
    name: 'Control room',
    description: 'The shared view of the shift: everything that is raised',
    channels: ['email'],
    digest_count: 5,
    digest_minutes: 15,
  }),
  notification(
    'pars',
    'reza.ahmadi',
    {
      name: 'Cold chain desk',
      description: 'Until it is resolved: the customer asks for the report',
      channels: ['push', 'email'],
      occasions: ['raised', 'reopened', 'escalated', 'resolved'],
      messages: [{ lang: 'en', text: '%UNIT%: %RULE% (%VALUE% °C) at %PLACE%, %TIME%' }],
    },
    { alerts: ['Cold chain'], groups: ['Cold chain'], roles: ['Fleet manager'], people: ['operator'] },
  ),
  notification(
    'pars',
    'consumer',
    {
      name: 'Locate in an emergency',
      description: 'Asks the tracker for a fresh position as soon as the button is pressed',
      channels: ['command'],
      command_code: 'locate',
      occasions: ['raised'],
    },
    { alerts: ['Danger on the road', 'Tampering and theft'] },
  ),
  notification(
    'pars',
    'consumer',
    {
      name: 'Claims desk of the insurer',
      description: 'Switched off until the insurer names the new address',
      channels: ['webhook'],
      status: 'damaged',
    },
    { alerts: ['Tampering and theft'], webhooks: ['Claims of the insurer'] },
  ),
  notification(
    'pars',
    'reza.ahmadi',
    {
      name: 'Electrics for the workshop',
      channels: ['email'],
      digest_count: 1,
      digest_minutes: 720,
      labels: ['workshop'],
    },
    { alerts: ['Electrics'], roles: ['Workshop', 'Fleet manager'] },
  ),
  notification('parsCold', 'farhad.rezaei', { name: 'Emergencies', channels: ['push', 'sms', 'email'] }),
  notification(
    'rhein',
    'multi',
    {
      name: 'Notfälle',
      description: 'Disposition zuerst, nach 15 Minuten alle',
      channels: ['push', 'sms', 'email'],
      digest_count: null,
    },
    { alerts: ['Notfälle'] },
  ),
  notification(
    'rhein',
    'multi',
    { name: 'Fahrweise', channels: ['email'] },
    { alerts: ['Fahrweise'], roles: ['Disposition'] },
  ),
  notification(
    'volga',
    'ivan.petrov',
    {
      name: 'Дежурный логист',
      channels: ['push', 'email'],
      messages: [{ lang: 'ru', text: '%UNIT%: %RULE%, %PLACE%, %TIME%. Свяжитесь с водителем.' }],
    },
    { roles: ['Логист'] },
  ),
];

/** What it names: `alert Cold chain`. */
export const namesIn = ({ groups, alerts, people, roles, webhooks: hooks }: DemoNotification): string[] => [
  ...groups.map((name) => `group ${name}`),
  ...alerts.map((name) => `alert ${name}`),
  ...people.map((name) => `person ${name}`),
  ...roles.map((name) => `role ${name}`),
  ...hooks.map((name) => `webhook ${name}`),
];

/** The notification as its form has it; `idOf` knows the number of each of its names. */
export const notificationForm = (
  { form, groups, alerts, people, roles, webhooks: hooks }: DemoNotification,
  idOf: (name: string) => number,
): NotificationForm =>
  notifications.schema.validateSync({
    ...form,
    all_alerts: alerts.length === 0,
    alert_ids: alerts.map((name) => idOf(`alert ${name}`)),
    all_units: groups.length === 0,
    label_ids: groups.map((name) => idOf(`group ${name}`)),
    recipients: people.length + roles.length === 0 ? 'all' : 'chosen',
    user_ids: people.map((name) => idOf(`person ${name}`)),
    role_ids: roles.map((name) => idOf(`role ${name}`)),
    webhook_ids: hooks.map((name) => idOf(`webhook ${name}`)),
  });
