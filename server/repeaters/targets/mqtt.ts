import type { MqttClient } from 'mqtt';
import { REPEATER } from '../../../src/domain/base/index.ts';
import { topicOf } from '../../../src/domain/repeater/index.ts';
import { jsonBody } from '../encoding/web.ts';
import type { Message, RepeatedUnit } from '../message.ts';
import type { Dialer } from './dialer.ts';
import { problemOf, TargetFailure, type SendResult, type Target, type TargetAddress } from './types.ts';

/** MQTT 3.1.1: each message is published with QoS 1, and is delivered once the broker acknowledged it. */
export class MqttTarget implements Target {
  readonly #address: TargetAddress;
  readonly #dialer: Dialer;
  #client: Promise<MqttClient> | null = null;

  constructor(address: TargetAddress, dialer: Dialer) {
    this.#address = address;
    this.#dialer = dialer;
  }

  async send(unit: RepeatedUnit, messages: readonly Message[]): Promise<SendResult> {
    const answers: null[] = [];
    const { topic, account } = this.#address;
    const place = topicOf(topic, { account, uid: unit.uid, unit_id: unit.unitId });
    try {
      const client = await this.#open();
      for (const message of messages) {
        await publish(client, place, jsonBody(unit, message));
        answers.push(null);
      }
      return { answers, problem: null };
    } catch (error) {
      this.close();
      return { answers, problem: problemOf(error) };
    }
  }

  close(): void {
    const client = this.#client;
    this.#client = null;
    client?.then((open) => open.end(true)).catch(() => undefined);
  }

  #open(): Promise<MqttClient> {
    if (this.#client) return this.#client;
    const opening = this.#connect(() => {
      if (this.#client === opening) this.#client = null;
    });
    this.#client = opening;
    return opening;
  }

  async #connect(onClosed: () => void): Promise<MqttClient> {
    const { repeaterId, username, password } = this.#address;
    const [{ default: mqtt }, socket] = await Promise.all([import('mqtt'), this.#dialer.dial(this.#address)]);
    const client = new mqtt.MqttClient(() => socket, {
      clientId: `wayline-${repeaterId}`,
      protocolVersion: 4,
      clean: true,
      // When it is tried again is decided for all targets alike.
      reconnectPeriod: 0,
      connectTimeout: REPEATER.patience,
      ...(username && { username }),
      ...(password && { password }),
    });
    return new Promise((done, fail) => {
      client.once('connect', () => done(client));
      // Stays: an error that nobody hears would end the process.
      client.on('error', (error) => {
        fail(refusedBy(error));
        client.end(true);
      });
      client.once('close', () => {
        onClosed();
        fail(new TargetFailure('closed', ''));
      });
    });
  }
}

/** Codes 1 to 5 of CONNACK: the broker does not let the client in. */
function refusedBy(error: Error & { readonly code?: number | string }): Error {
  return typeof error.code === 'number' && error.code >= 1 && error.code <= 5
    ? new TargetFailure('loginRefused', error.message)
    : error;
}

/** Resolves with the acknowledgement. */
function publish(client: MqttClient, topic: string, payload: string): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new TargetFailure('noAnswer', '')), REPEATER.patience);
    const gone = (): void => fail(new TargetFailure('closed', ''));
    client.once('close', gone);
    client.publish(topic, payload, { qos: 1, retain: false }, (error) => {
      clearTimeout(timer);
      client.off('close', gone);
      if (error) fail(error);
      else done();
    });
  });
}
