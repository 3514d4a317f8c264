import { repeaters, type Repeater } from '../../../src/domain/repeater/index.ts';
import { editedTopicRepeater, editedWebRepeater, newRepeater } from './things.ts';

const repeaterBy = (protocol: string) =>
  ({
    ...repeaters.schema.cast({ name: 'Ministry', host: 'example.com', protocol, topic: 'fleet/{uid}' }),
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
