// Shows what is pushed, while Signalpost is closed as well. It keeps no page and answers no request.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// Something must be shown for every push, or the browser ends the subscription.
self.addEventListener('push', (event) => {
  let notice = {}
  try {
    notice = event.data.json()
  } catch {
    // Without words it still says that there is something.
  }
  const { title = 'Signalpost', body = 'Open Signalpost to see more', tag, silent = false, url } = notice
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, silent, data: { url }, icon: '/icon-192.png' }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { origin } = self.location
  const target = new URL(event.notification.data?.url ?? '/', origin)
  // Only ever to our own site, whatever was pushed.
  const url = target.origin === origin ? target.href : origin
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(([open]) => {
      if (!open) return self.clients.openWindow(url)
      return open.focus().then((shown) => shown.navigate(url))
    }),
  )
})
