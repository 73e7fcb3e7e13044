import packageJson from '../../../package.json' with { type: 'json' }

/**
 * What Node is started with for a local cloud, as `npm start` does. The limits of its heap are for this process and for each
 * worker: with them V8 clears away at twice of what is in use, and not at four times that.
 */
export const startCommand = packageJson.scripts.start.split(' ').slice(1)
