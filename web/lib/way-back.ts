/** The storage key of the page to which the user returns after the next login in this tab. */
const key = 'signalpost-way-back'

export const rememberPlace = (address: string) => sessionStorage.setItem(key, address)

export const forgetPlace = () => sessionStorage.removeItem(key)

/** Returns the dashboard page to open after a login, and forgets it. */
export const takePlace = () => {
  const address = sessionStorage.getItem(key)
  forgetPlace()
  return address?.startsWith('/dashboard/') ? address : '/dashboard/overview'
}
