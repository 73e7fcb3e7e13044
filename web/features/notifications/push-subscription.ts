/** What a server needs to send push notifications to a browser. */
type PushAddress = { readonly address: string; readonly p256dh: string; readonly auth: string }

/** Asks the user for permission and subscribes this device to the browser's push service. */
export const subscribe = async (pushKey: string): Promise<PushAddress | { readonly problem: string }> => {
  if (!('serviceWorker' in navigator) || !('PushManager' in window))
    return { problem: 'Push notifications aren’t available in this browser or window' }
  if ((await Notification.requestPermission()) !== 'granted')
    return {
      problem: 'Notifications are blocked. Allow them for this site in your browser settings',
    }
  try {
    const registration = await navigator.serviceWorker.register('/worker.js')
    await navigator.serviceWorker.ready
    const options = { userVisibleOnly: true, applicationServerKey: pushKey }
    const subscription = await registration.pushManager.subscribe(options).catch(async () => {
      // An existing subscription with an earlier key of this site would prevent a new one.
      await (await registration.pushManager.getSubscription())?.unsubscribe()
      return registration.pushManager.subscribe(options)
    })
    const { endpoint, keys } = subscription.toJSON()
    return { address: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
  } catch {
    return { problem: 'Couldn’t reach your browser’s push service' }
  }
}
