// Service worker for push messages alone: it keeps no page and answers no request.
const clientPath = (path) => new URL(path, self.registration.scope).href;

self.addEventListener('push', (event) => {
  const message = event.data?.json();
  if (!message) return;
  const { title, text, lang, dir, tag, path, acknowledge } = message;
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      lang,
      dir,
      tag,
      renotify: true,
      icon: clientPath('favicon.svg'),
      data: { path, title, lang, dir, tag, acknowledge },
      actions: acknowledge ? [{ action: 'acknowledge', title: acknowledge.title }] : [],
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  const { data } = event.notification;
  event.notification.close();
  event.waitUntil(event.action === 'acknowledge' && data.acknowledge ? acknowledge(data) : open(data.path));
});

/** Acknowledges by the token in the message, and says whether that worked. */
async function acknowledge({ path, title, lang, dir, tag, acknowledge: { token, done, failed } }) {
  const header = { timezone: 0, lang, method: 'acknowledgeByToken', service: 'alert-service', token: null, account: null, version: '' };
  let body = failed;
  try {
    const answer = await self.fetch('/api', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ header, data: { token } }),
    });
    const { error } = await answer.json();
    body = error ? error.message : done;
  } catch {
    // No connection: the message says that it failed.
  }
  await self.registration.showNotification(title, { body, lang, dir, tag, icon: clientPath('favicon.svg'), data: { path } });
}

/** Shows the alarm in a window that is open already, or in a new one. */
async function open(path) {
  const url = clientPath(path);
  const [window] = await self.clients.matchAll({ type: 'window' });
  if (!window) return self.clients.openWindow(url);
  // The alarm shows there even where the system leaves the window in the background.
  await window.focus().catch(() => undefined);
  return window.navigate(url).catch(() => self.clients.openWindow(url));
}
