import { expect, type Page, type Request } from 'playwright/test';
import { isSignedIn } from '../../models/browserServer.ts';

/** A call of the API; answers the data. */
export type PageCall = (service: string, method: string, data: object) => Promise<Record<string, unknown>>;

/** What each page sent last as somebody who is inside. */
const sent = new WeakMap<Page, Request>();

const isOfSomebodyInside = (request: Request): boolean =>
  new URL(request.url()).pathname === '/api' && isSignedIn(request.postDataJSON()?.header);

/** Keeps what a page sends for {@link callAs}: from before it is loaded. */
export function keepCalls(page: Page): void {
  page.on('request', (request) => {
    if (isOfSomebodyInside(request)) sent.set(page, request);
  });
}

/** A unit made for a test, where it differs from one that a phone reports for, named by the phone's identifier. */
interface UnitOfTest {
  readonly name?: string;
  readonly model?: string;
  readonly kind?: string;
  readonly labels?: readonly string[];
  readonly location?: { readonly latitude: number; readonly longitude: number };
}

/** Makes a unit and its tracker. */
export async function createUnit(
  call: PageCall,
  identifier: string,
  { name = identifier, model = 'Traccar Client', ...unit }: UnitOfTest = {},
): Promise<{ unitId: number; deviceId: number }> {
  const device = { name, device_model: model, unique_identifier: identifier };
  const { device_id } = await call('device-service', 'createDevice', device);
  const { unit_id } = await call('unit-service', 'createUnit', { ...unit, name, device_ids: [device_id] });
  return { unitId: Number(unit_id), deviceId: Number(device_id) };
}

/** A call of the page's own session, who came in by `signIn`: what it sent itself is repeated with another method. */
export async function callAs(page: Page): Promise<PageCall> {
  const request = sent.get(page) ?? (await page.waitForRequest(isOfSomebodyInside));
  const { header } = request.postDataJSON();
  return async (service, method, data) => {
    const answer = await page.request.post(request.url(), { data: { header: { ...header, service, method }, data } });
    const { error, data: reply } = await answer.json();
    expect(error, method).toBeNull();
    return reply;
  };
}
