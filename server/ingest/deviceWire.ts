import { CONNECTION, type Instant } from '../../src/domain/base/index.ts';
import type { ProtocolName } from '../../src/domain/telemetry/index.ts';
import { Arrivals } from './arrivals.ts';
import type { CommandAnswer, CommandOutcome, Contact, DeviceHandle, OutgoingCommand } from './types.ts';

/**
 * Called when a device has come and is let in. A device that speaks HTTP is here for one request only, which waits
 * for the promise: a command sent until then goes out with the answer.
 */
type ConnectedListener = (device: DeviceHandle, protocol: ProtocolName) => void | Promise<void>;
type AnswerListener = (
  device: DeviceHandle,
  protocol: ProtocolName,
  answer: CommandAnswer,
  from: Contact | undefined,
) => void;
type TakeoverListener = (takeover: Takeover) => void;

/** A connection took the place of another one of its device, which came from another address and had fallen silent. */
export interface Takeover {
  readonly device: DeviceHandle;
  readonly protocol: ProtocolName;
  /** Addresses without ports. */
  readonly from: string;
  readonly to: string;
}

/** The way to the devices that are connected now, whatever they speak. */
export interface DeviceWire {
  /** True while a connection of the device is open and let in. Datagrams are no connection. */
  connected(identifier: string): boolean;
  send(identifier: string, command: OutgoingCommand): CommandOutcome;
  /** The connection that speaks for the device; undefined when it is offline. */
  contactOf(identifier: string): Contact | undefined;
  /**
   * The address of a device that came less than a minute ago, or from another address just now; null: it is settled.
   */
  unsettledAddress(identifier: string): string | null;
  /** Returns an undo. */
  onConnected(listener: ConnectedListener): () => void;
  /** Returns an undo. */
  onAnswer(listener: AnswerListener): () => void;
  /** Returns an undo. */
  onTakeover(listener: TakeoverListener): () => void;
}

/** The side of the wire that the listeners and the intake see. */
export interface Switchboard {
  /**
   * True where the contact may speak for the device: there is no other one, or the other one is silent or agrees in
   * address. So nobody who only knows a number ends the connection of the genuine tracker.
   */
  admits(identifier: string, contact: Contact): boolean;
  /**
   * Makes the contact the device's own, ends the one before it, and notifies the listeners; false where it is not
   * admitted.
   */
  attach(device: DeviceHandle, protocol: ProtocolName, contact: Contact): Promise<boolean>;
  /** Forgets the contact, if it is still the device's own. */
  detach(identifier: string, contact: Contact): void;
  answered(device: DeviceHandle, protocol: ProtocolName, answer: CommandAnswer, from?: Contact): void;
}

export interface DeviceWireParts {
  readonly logger: { error(details: object, message: string): void };
  readonly now: () => Instant;
}

/**
 * Joins the connections of all ports to whoever has commands for devices. A listener that fails is logged and disturbs
 * nobody.
 */
export function createDeviceWire({ logger, now }: DeviceWireParts): DeviceWire & Switchboard {
  const contacts = new Map<string, Contact>();
  const arrivals = new Arrivals();
  const connectedListeners = new Set<ConnectedListener>();
  const answerListeners = new Set<AnswerListener>();
  const takeoverListeners = new Set<TakeoverListener>();
  const failed = (error: unknown): void => logger.error({ error }, 'A listener of the device wire failed');
  const notify = <Listener>(listeners: ReadonlySet<Listener>, call: (listener: Listener) => void): void => {
    for (const listener of listeners) {
      try {
        call(listener);
      } catch (error) {
        failed(error);
      }
    }
  };
  const admits = (identifier: string, contact: Contact): boolean => {
    const other = contacts.get(identifier);
    if (other === undefined || other === contact || other.address === contact.address) return true;
    return now() - other.heardAt >= CONNECTION.silence;
  };
  return {
    connected: (identifier) => contacts.has(identifier),
    send: (identifier, command) => contacts.get(identifier)?.send(command) ?? 'offline',
    contactOf: (identifier) => contacts.get(identifier),
    unsettledAddress(identifier) {
      const contact = contacts.get(identifier);
      return contact && arrivals.isUnsettled(identifier, contact, now()) ? contact.address : null;
    },
    onConnected: (listener) => added(connectedListeners, listener),
    onAnswer: (listener) => added(answerListeners, listener),
    onTakeover: (listener) => added(takeoverListeners, listener),
    admits,
    async attach(device, protocol, contact) {
      const { identifier } = device;
      if (!admits(identifier, contact)) return false;
      const before = contacts.get(identifier);
      contacts.set(identifier, contact);
      arrivals.note(identifier, contact, now());
      if (before && before !== contact) {
        before.end();
        if (before.address !== contact.address)
          notify(takeoverListeners, (listener) =>
            listener({ device, protocol, from: before.address, to: contact.address }),
          );
      }
      const notified = Array.from(connectedListeners, async (listener) => listener(device, protocol));
      for (const result of await Promise.allSettled(notified)) if (result.status === 'rejected') failed(result.reason);
      return true;
    },
    detach(identifier, contact) {
      if (contacts.get(identifier) === contact) contacts.delete(identifier);
    },
    answered: (device, protocol, answer, from) =>
      notify(answerListeners, (listener) => listener(device, protocol, answer, from)),
  };
}

function added<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
