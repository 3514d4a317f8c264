import { repeaters, type Repeater } from '../../../src/domain/repeater/index.ts';
import { reports, type Report } from '../../../src/domain/report/index.ts';
import { editedReport, editedTopicRepeater, editedWebRepeater, newReport, newRepeater } from './things.ts';

const repeaterBy = (protocol: string) =>
  ({
    ...repeaters.schema.cast({ name: 'Ministry', host: 'example.com', protocol, topic: 'fleet/all' }),
    repeater_id: 6,
    account_id: 1,
    account_name: 'North',
    has_password: false,
  }) as Repeater;

/** Forms of repeaters, with where each is opened: one by each sort of protocol. */
export const REPEATER_CASES = [
  { form: newRepeater('Ministry'), path: '/repeater/create', labels: 'Groups' },
  {
    form: editedWebRepeater(),
    path: '/repeater/6/edit',
    answers: { getRepeater: repeaterBy('json_http') },
    labels: 'Groups',
  },
  {
    form: editedTopicRepeater(),
    path: '/repeater/6/edit',
    answers: { getRepeater: repeaterBy('mqtt') },
    labels: 'Groups',
  },
];

const weekly = {
  ...reports.schema.cast({ name: 'Weekly', type: 'stops' }),
  report_id: 6,
  account_id: 1,
  account_name: 'North',
  state: null,
  generated_at: null,
} as Report;

/** Forms of reports, with where each is opened. */
export const REPORT_CASES = [
  { form: newReport('Weekly'), path: '/report/create?type=visits', labels: 'Groups' },
  { form: editedReport('Daily'), path: '/report/6/edit', answers: { getReport: weekly }, labels: 'Groups' },
];
