/** What a repeater speaks to the other system (domain reference, chapter 5). */
export const REPEATER_PROTOCOLS = ['wialon_ips', 'wialon_retranslator', 'osmand_http', 'json_http', 'mqtt'] as const;
export type RepeaterProtocol = (typeof REPEATER_PROTOCOLS)[number];

/** What a protocol lets a repeater set. */
interface ProtocolTraits {
  /** As the field calls it in every language. */
  readonly called: string;
  /** The usual port of such receivers. */
  readonly port: number;
  readonly hasTls: boolean;
  readonly hasPath: boolean;
  readonly hasTopic: boolean;
  readonly hasUsername: boolean;
  readonly hasPassword: boolean;
}

const NONE = { hasTls: false, hasPath: false, hasTopic: false, hasUsername: false, hasPassword: false };
const HTTP = { ...NONE, hasTls: true, hasPath: true, hasUsername: true, hasPassword: true };

const TRAITS: Readonly<Record<RepeaterProtocol, ProtocolTraits>> = {
  // Its login takes a password, and no user: that is the unit.
  wialon_ips: { ...NONE, called: 'Wialon IPS', port: 5039, hasPassword: true },
  wialon_retranslator: { ...NONE, called: 'Wialon Retranslator', port: 20163 },
  osmand_http: { ...HTTP, called: 'OsmAnd (HTTP)', port: 5055 },
  json_http: { ...HTTP, called: 'JSON (HTTP)', port: 443 },
  mqtt: { ...NONE, called: 'MQTT', port: 1883, hasTls: true, hasTopic: true, hasUsername: true, hasPassword: true },
};

/** What may be set for the protocol; of one that is not known, as if everything might. */
export const traitsOf = (protocol: string | undefined): ProtocolTraits =>
  TRAITS[protocol as RepeaterProtocol] ?? { ...HTTP, called: '', port: 443, hasTopic: true };
