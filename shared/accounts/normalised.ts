/** The form in which email addresses are compared. */
export const normalised = (email: string) => email.trim().toLowerCase()
