/** Converts an email address to the form in which addresses are compared. */
export const normalised = (email: string) => email.trim().toLowerCase()
