/**
 * The time zones that an account or user chooses from: one city for each set of rules that people
 * use, about 80, UTC first (specification, chapter 9). Offsets change with the seasons and are
 * worked out when shown.
 */
export const TIME_ZONES = [
  'UTC', 'Pacific/Pago_Pago', 'Pacific/Honolulu', 'America/Anchorage', 'America/Los_Angeles', 'America/Tijuana',
  'America/Phoenix', 'America/Denver', 'America/Chihuahua', 'America/Chicago', 'America/Mexico_City', 'America/Regina',
  'America/Guatemala', 'America/New_York', 'America/Bogota', 'America/Lima', 'America/Havana', 'America/Caracas',
  'America/Halifax', 'America/Manaus', 'America/La_Paz', 'America/Santiago', 'America/Asuncion', 'America/St_Johns',
  'America/Sao_Paulo', 'America/Argentina/Buenos_Aires', 'America/Montevideo', 'America/Nuuk', 'Atlantic/South_Georgia',
  'Atlantic/Azores', 'Atlantic/Cape_Verde', 'Europe/London', 'Europe/Lisbon', 'Africa/Casablanca', 'Africa/Accra',
  'Europe/Berlin', 'Europe/Paris', 'Europe/Rome', 'Europe/Madrid', 'Europe/Warsaw', 'Africa/Lagos', 'Africa/Tunis',
  'Europe/Athens', 'Europe/Bucharest', 'Europe/Helsinki', 'Europe/Kyiv', 'Europe/Kaliningrad', 'Africa/Cairo',
  'Africa/Johannesburg', 'Asia/Jerusalem', 'Asia/Beirut', 'Europe/Istanbul', 'Europe/Moscow', 'Europe/Minsk',
  'Asia/Baghdad', 'Asia/Riyadh', 'Africa/Nairobi', 'Asia/Tehran', 'Asia/Dubai', 'Asia/Baku', 'Asia/Tbilisi',
  'Asia/Yerevan', 'Europe/Samara', 'Asia/Kabul', 'Asia/Karachi', 'Asia/Tashkent', 'Asia/Almaty', 'Asia/Yekaterinburg',
  'Asia/Kolkata', 'Asia/Colombo', 'Asia/Kathmandu', 'Asia/Dhaka', 'Asia/Bishkek', 'Asia/Omsk', 'Asia/Yangon',
  'Asia/Bangkok', 'Asia/Jakarta', 'Asia/Novosibirsk', 'Asia/Shanghai', 'Asia/Hong_Kong', 'Asia/Singapore',
  'Australia/Perth', 'Asia/Irkutsk', 'Asia/Tokyo', 'Asia/Seoul', 'Asia/Yakutsk', 'Australia/Adelaide',
  'Australia/Brisbane', 'Australia/Sydney', 'Asia/Vladivostok', 'Pacific/Noumea', 'Pacific/Auckland', 'Pacific/Tongatapu',
] as const;
export type TimeZone = (typeof TIME_ZONES)[number];
