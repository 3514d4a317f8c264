import type { NameStyle } from './geography/index.ts';
import { hash } from './random.ts';

type Names = readonly [first: readonly string[], last: readonly string[]];

const GERMAN: Names = [
  ['Jonas', 'Lena', 'Markus', 'Sabine', 'Tobias', 'Miriam', 'Stefan', 'Anke', 'Felix', 'Birgit'],
  ['Huber', 'Bauer', 'Wagner', 'Schmid', 'Vogel', 'Frick', 'Lang', 'Brandt', 'Seifert', 'Keller', 'Hoffmann'],
];

/** Given and family names, as people of the region have them. */
const NAMES: Readonly<Record<NameStyle, Names>> = {
  iran: [
    ['رضا', 'حسین', 'مهدی', 'علی', 'محمد', 'سعید', 'زهرا', 'بهرام', 'امیر', 'مریم'],
    ['احمدی', 'محمدی', 'کریمی', 'رضایی', 'جعفری', 'صادقی', 'مرادی', 'قاسمی', 'رحیمی', 'نوری', 'کاظمی'],
  ],
  russia: [
    ['Иван', 'Алексей', 'Сергей', 'Дмитрий', 'Андрей', 'Рустам', 'Олег', 'Павел', 'Марат', 'Николай'],
    ['Соколенко', 'Григорчук', 'Бондаренко', 'Шевченко', 'Черных', 'Седых', 'Ткаченко', 'Коваленко', 'Петренко'],
  ],
  germany: GERMAN,
  liechtenstein: GERMAN,
  france: [
    ['Julien', 'Claire', 'Mathieu', 'Sophie', 'Karim', 'Luc', 'Nadia', 'Olivier', 'Camille', 'Thierry'],
    ['Martin', 'Bernard', 'Petit', 'Moreau', 'Roux', 'Fournier', 'Girard', 'Mercier', 'Blanc', 'Faure', 'Garnier'],
  ],
  britain: [
    ['James', 'Priya', 'Oliver', 'Emma', 'Daniel', 'Aisha', 'Thomas', 'Megan', 'Lewis', 'Harpreet'],
    ['Taylor', 'Walker', 'Singh', 'Hughes', 'Khan', 'Edwards', 'Cooper', 'Ward', 'Patel', 'Bennett', 'Shaw'],
  ],
  turkey: [
    ['Mehmet', 'Ayşe', 'Mustafa', 'Emre', 'Hakan', 'Zeynep', 'Burak', 'Murat', 'Elif', 'Serkan'],
    ['Yılmaz', 'Kaya', 'Demir', 'Çelik', 'Şahin', 'Yıldız', 'Aydın', 'Öztürk', 'Arslan', 'Doğan', 'Koç'],
  ],
  emirates: [
    ['Ahmed', 'Imran', 'Rashid', 'Khalid', 'Sanjay', 'Faisal', 'Ramesh', 'Bilal', 'Hamad', 'Joseph'],
    ['Al Mansoori', 'Hussain', 'Thomas', 'Al Shamsi', 'Mathew', 'Malik', 'Nair', 'Al Hosani', 'Qureshi', 'Fernandes'],
  ],
};

/** The name of one person; the same seeds are the same person. */
export function personName(style: NameStyle, seed: number, number: number): string {
  const [first, last] = NAMES[style];
  return `${first[hash(seed, number, 1) % first.length]} ${last[hash(seed, number, 2) % last.length]}`;
}
