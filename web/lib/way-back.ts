/** Where in this tab a user was when they were logged out. */
const key = 'signalpost-way-back'

export const rememberPlace = (address: string) => sessionStorage.setItem(key, address)

export const forgetPlace = () => sessionStorage.removeItem(key)

/** Once, and only a page of the dashboard: where a login leads back to. */
export const takePlace = () => {
  const address = sessionStorage.getItem(key)
  forgetPlace()
  return address?.startsWith('/dashboard/') ? address : '/dashboard/overview'
}
