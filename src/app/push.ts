import type { PushServices } from '../views/shared/services/browser.ts';

const WORKER = `${import.meta.env.BASE_URL}push.js`;

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const registered = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration(import.meta.env.BASE_URL);

/** Push messages of this browser. Permission is asked for by `subscribe` alone, which a click calls. */
export const push: PushServices = {
  async current() {
    if (!isSupported()) return null;
    const subscription = await (await registered())?.pushManager.getSubscription();
    return subscription ? JSON.stringify(subscription) : null;
  },
  async subscribe(publicKey) {
    if (!isSupported()) return { ok: false, error: 'unsupported' };
    if ((await Notification.requestPermission()) !== 'granted') return { ok: false, error: 'denied' };
    const registration = await navigator.serviceWorker.register(WORKER, { scope: import.meta.env.BASE_URL });
    await navigator.serviceWorker.ready;
    try {
      const subscription = await registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: publicKey,
      });
      return { ok: true, value: JSON.stringify(subscription) };
    } catch {
      // The browser has no push service, or cannot reach it.
      return { ok: false, error: 'unreachable' };
    }
  },
  async unsubscribe() {
    if (!isSupported()) return;
    await (await (await registered())?.pushManager.getSubscription())?.unsubscribe();
  },
};
