import type { ProtocolName } from '../../src/domain/telemetry/index.ts';
import type { CommandAnswer, DeviceHandle, OutgoingCommand } from './types.ts';

/** What became of a command: offline ones wait for the next contact; unsupported ones will never go this way. */
export type CommandOutcome = 'sent' | 'offline' | 'unsupported';

/**
 * Called when a device has come and is let in. A device that speaks HTTP is here for one request only, which waits
 * for the promise: a command sent until then goes out with the answer.
 */
type ConnectedListener = (device: DeviceHandle, protocol: ProtocolName) => void | Promise<void>;
type AnswerListener = (device: DeviceHandle, protocol: ProtocolName, answer: CommandAnswer) => void;

/** The way to the devices that are connected now, whatever they speak. */
export interface DeviceWire {
  /** True while a connection of the device is open and let in. Datagrams are no connection. */
  connected(identifier: string): boolean;
  send(identifier: string, command: OutgoingCommand): CommandOutcome;
  /** Returns an undo. */
  onConnected(listener: ConnectedListener): () => void;
  /** Returns an undo. */
  onAnswer(listener: AnswerListener): () => void;
}

/** One connection of a device as the switchboard sees it. */
export interface Contact {
  send(command: OutgoingCommand): CommandOutcome;
}

/** The side of the wire that the listeners and the intake see. */
export interface Switchboard {
  /** Makes the contact the device's own and notifies the listeners; resolves when they are done. */
  attach(device: DeviceHandle, protocol: ProtocolName, contact: Contact): Promise<void>;
  /** Forgets the contact, if it is still the device's own. */
  detach(identifier: string, contact: Contact): void;
  answered(device: DeviceHandle, protocol: ProtocolName, answer: CommandAnswer): void;
}

/** Joins the connections of all ports to whoever has commands for devices. A listener that fails is logged and disturbs nobody. */
export function createDeviceWire(logger: { error(details: object, message: string): void }): DeviceWire & Switchboard {
  const contacts = new Map<string, Contact>();
  const connectedListeners = new Set<ConnectedListener>();
  const answerListeners = new Set<AnswerListener>();
  const failed = (error: unknown): void => logger.error({ error }, 'A listener of the device wire failed');
  return {
    connected: (identifier) => contacts.has(identifier),
    send: (identifier, command) => contacts.get(identifier)?.send(command) ?? 'offline',
    onConnected: (listener) => added(connectedListeners, listener),
    onAnswer: (listener) => added(answerListeners, listener),
    async attach(device, protocol, contact) {
      contacts.set(device.identifier, contact);
      const notified = Array.from(connectedListeners, async (listener) => listener(device, protocol));
      for (const result of await Promise.allSettled(notified)) if (result.status === 'rejected') failed(result.reason);
    },
    detach(identifier, contact) {
      if (contacts.get(identifier) === contact) contacts.delete(identifier);
    },
    answered(device, protocol, answer) {
      for (const listener of answerListeners) {
        try {
          listener(device, protocol, answer);
        } catch (error) {
          failed(error);
        }
      }
    },
  };
}

function added<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
