import type { Resolution } from '../../../src/domain/alarm/index.ts';
import type { CompanyKey } from '../companies.ts';

/** What people of a company write to an alarm. */
interface AlarmWords {
  readonly comments: readonly string[];
  readonly notes: Readonly<Record<Resolution, readonly string[]>>;
}

const ENGLISH: AlarmWords = {
  comments: [
    'Called the driver, no answer yet',
    'Driver says he is fine, checking with the depot',
    'Second time this week on this unit',
    'Customer informed',
    'Workshop asked to look at the wiring tonight',
  ],
  notes: {
    handled: ['Spoke to the driver', 'Doors closed, temperature is falling', 'Driver warned', 'Plug reconnected'],
    falseAlarm: ['Button pressed by mistake', 'Loose plug, nobody was at the vehicle', 'Sensor out of place'],
    planned: ['Battery was being changed', 'On the tow truck to the workshop'],
    other: ['Handed to the insurance'],
  },
};
const GERMAN: AlarmWords = {
  comments: ['Fahrer angerufen, meldet sich gleich', 'Werkstatt ist informiert', 'Kunde weiß Bescheid'],
  notes: {
    handled: ['Mit dem Fahrer gesprochen', 'Tür war offen, ist jetzt zu', 'Stecker sitzt wieder'],
    falseAlarm: ['Taste versehentlich gedrückt', 'Wackelkontakt'],
    planned: ['Batterie wurde getauscht', 'Fahrzeug wird überführt'],
    other: ['An die Versicherung gegeben'],
  },
};
const RUSSIAN: AlarmWords = {
  comments: ['Водитель не отвечает, звоним ещё раз', 'Сообщили механику', 'Клиент предупреждён'],
  notes: {
    handled: ['Поговорили с водителем', 'Водитель предупреждён', 'Питание восстановлено'],
    falseAlarm: ['Кнопка нажата случайно', 'Отошёл контакт'],
    planned: ['Меняли аккумулятор', 'Машину везут в сервис'],
    other: ['Передано в страховую'],
  },
};

/** The language in which the company's people write. */
export const wordsOf = (company: CompanyKey): AlarmWords => {
  if (company === 'rhein' || company === 'rheinBerlin') return GERMAN;
  return company === 'volga' ? RUSSIAN : ENGLISH;
};
