/** The page in this tab from which the user was logged out. */
const key = 'signalpost-way-back'

export const rememberPlace = (address: string) => sessionStorage.setItem(key, address)

export const forgetPlace = () => sessionStorage.removeItem(key)

/** Returns, once, the page of the dashboard to which a login leads back. */
export const takePlace = () => {
  const address = sessionStorage.getItem(key)
  forgetPlace()
  return address?.startsWith('/dashboard/') ? address : '/dashboard/overview'
}
