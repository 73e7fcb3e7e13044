// Shows what is pushed, while Signalpost is closed as well, and keeps the app's own files, so that it opens offline. It never
// answers a call of the API.
const shell = 'shell'
const page = '/index.html'
const mostFiles = 300

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(shell).then((kept) => kept.addAll([page, '/theme.js', '/signalpost.svg'])))
  self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const keep = async (name, response) => {
  const kept = await caches.open(shell)
  await kept.put(name, response)
  // Of earlier versions, the oldest go first.
  const files = (await kept.keys()).filter(({ url }) => url.includes('/assets/'))
  if (files.length > mostFiles) await kept.delete(files[0])
}

const fromNetwork = async (request, name, event) => {
  try {
    const response = await fetch(request)
    if (response.ok) event.waitUntil(keep(name, response.clone()))
    return response
  } catch (error) {
    const kept = await caches.match(name)
    if (kept) return kept
    throw error
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return
  // A file whose name has its hash never changes.
  if (pathname.startsWith('/assets/'))
    event.respondWith(caches.match(request).then((kept) => kept ?? fromNetwork(request, pathname, event)))
  else if (request.mode === 'navigate') {
    if (!pathname.includes('.')) event.respondWith(fromNetwork(request, page, event))
  } else if (/\.(js|svg|png|webmanifest)$/.test(pathname))
    event.respondWith(fromNetwork(request, pathname, event))
})

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
