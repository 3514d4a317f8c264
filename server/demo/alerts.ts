import { alerts, type AlertForm, type Severity } from '../../src/domain/alert/index.ts';
import type { PersonalChannel } from '../../src/domain/base/index.ts';
import type { CompanyKey } from './companies.ts';

/** An alert of a company of the demo, with names where its form has numbers. */
export interface DemoAlert {
  readonly company: CompanyKey;
  readonly name: string;
  readonly severity: Severity;
  readonly rules: readonly string[];
  readonly more: {
    readonly description?: string;
    readonly allow_child?: true;
    /** A person resolves it, also where the rule no longer holds. */
    readonly auto_resolve?: false;
    readonly acknowledge_minutes?: number;
    readonly steps?: readonly (readonly [
      minutes: number,
      to: ({ readonly role: string } | { readonly person: string } | { readonly same: true }) & {
        /** Channels; left out: all. */
        readonly by?: readonly PersonalChannel[];
      },
    ])[];
  };
}

const alert = (
  company: CompanyKey,
  name: string,
  severity: Severity,
  rules: readonly string[],
  more: DemoAlert['more'] = {},
): DemoAlert => ({ company, name, severity, rules, more });

/** What companies of the demo do about what their rules find. */
export const DEMO_ALERTS: readonly DemoAlert[] = [
  alert(
    'kaveh',
    'Installations',
    'warning',
    ['Moving with the ignition off', 'Tracker disconnected', 'No report for four hours'],
    { description: 'Wiring that support looks at with the customer', allow_child: true, acknowledge_minutes: 480 },
  ),
  alert('pars', 'Danger on the road', 'critical', ['SOS button'], {
    description: 'Call the driver, then the emergency services',
    auto_resolve: false,
    acknowledge_minutes: 30,
    steps: [
      [5, { role: 'Shift lead' }],
      [10, { same: true, by: ['sms'] }],
      [20, { person: 'consumer' }],
    ],
  }),
  alert('pars', 'Tampering and theft', 'critical', ['Main power disconnected', 'Towing alarm', 'Fuel theft'], {
    auto_resolve: false,
    acknowledge_minutes: 120,
    steps: [[30, { role: 'Fleet manager' }]],
  }),
  alert('pars', 'Cold chain', 'critical', ['Hold too warm', 'Warm hold on the road', 'Freezer above −12 °C'], {
    description: 'Pharmaceuticals and dairy: note what was done',
    auto_resolve: false,
    acknowledge_minutes: 60,
    steps: [[15, { role: 'Shift lead' }]],
  }),
  alert('pars', 'Speeding', 'warning', ['Over 100 km/h', 'Over 84 km/h for an hour'], { auto_resolve: false }),
  alert('pars', 'Driving style', 'info', ['Hard braking'], { auto_resolve: false }),
  alert('pars', 'Fuel and idling', 'info', [
    'Engine idles',
    'Engine on for ten hours',
    'Fuel runs low',
    'Driving on reserve',
  ]),
  alert('pars', 'Electrics', 'warning', ['Supply voltage low']),
  alert('parsCold', 'Emergency', 'critical', ['SOS button or power cut'], {
    auto_resolve: false,
    acknowledge_minutes: 60,
  }),
  alert('parsCold', 'Driving', 'info', ['Over 90 km/h', 'Engine idles for half an hour']),
  alert('parsGulf', 'Devices', 'warning', ['Any alarm of a device'], { auto_resolve: false }),
  alert('parsGulf', 'Driving', 'info', ['Over 90 km/h', 'Phone battery low']),
  alert('rhein', 'Notfälle', 'critical', ['Notruf', 'Stromversorgung getrennt'], {
    auto_resolve: false,
    acknowledge_minutes: 60,
    steps: [[15, { role: 'Disposition' }]],
  }),
  alert('rhein', 'Fahrweise', 'warning', ['Schneller als 100 km/h'], { auto_resolve: false }),
  alert('rhein', 'Leerlauf', 'info', ['Motor läuft im Stand']),
  alert('rheinBerlin', 'Tiefkühlung', 'critical', ['Tiefkühlung über −12 °C'], { auto_resolve: false }),
  alert('rheinBerlin', 'Diebstahl', 'warning', ['Abschleppalarm']),
  alert('volga', 'Безопасность', 'critical', ['Тревожная кнопка или обрыв питания', 'Эвакуация'], {
    auto_resolve: false,
    steps: [[10, { role: 'Логист' }]],
  }),
  alert('volga', 'Нарушения', 'warning', ['Быстрее 100 км/ч', 'Стоянка с двигателем'], { auto_resolve: false }),
  alert('bosphorus', 'Driving', 'warning', ['Over 90 km/h', 'Harsh driving'], { auto_resolve: false }),
  alert('bosphorus', 'Idling', 'info', ['Engine idles at the terminus']),
  alert('pars', 'Workshop', 'info', ['Maintenance due', 'Maintenance overdue'], {
    description: 'Book the vehicle in',
    auto_resolve: false,
  }),
];

/** Looks up what a name of the company stands for. */
interface Numbers {
  rule(name: string): number;
  role(name: string): number;
  person(username: string): number;
}

/** The alert as its form has it. */
export function alertForm({ name, severity, rules, more }: DemoAlert, numbers: Numbers): AlertForm {
  const { steps = [], ...fields } = more;
  return alerts.schema.validateSync({
    ...fields,
    name,
    severity,
    rule_ids: rules.map((rule) => numbers.rule(rule)),
    escalation: steps.map(([minutes, to]) => ({
      minutes,
      user_id: 'person' in to ? numbers.person(to.person) : null,
      role_id: 'role' in to ? numbers.role(to.role) : null,
      channels: [...(to.by ?? [])],
    })),
  });
}
