/** Two spellings of one email address are one address. */
export const normalised = (email: string) => email.trim().toLowerCase()
