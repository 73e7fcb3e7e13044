/**
 * Reads an environment variable that infra sets.
 * @throws Error with the variable's name if it is missing
 */
export const requireEnv = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`The environment variable ${name} is not set`)
  return value
}
