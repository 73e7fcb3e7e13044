import packageJson from '../../../package.json' with { type: 'json' }

/**
 * Node's options for a local cloud, from `npm start`. Its heap limits apply to this process and each worker: V8 then
 * collects garbage at twice the used memory, not at four times.
 */
export const startCommand = packageJson.scripts.start.split(' ').slice(1)
