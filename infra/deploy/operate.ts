import { readCommand, readNoOptions, UsageError } from '../command-line.ts'
import { siteFolder } from '../stack/site-folder.ts'

type Command = {
  readonly does: string
  /** Runs the command with the arguments that follow its name. */
  readonly run: () => Promise<unknown>
}

/** Commands that operators rarely need. Each is a program that reads its arguments when it is loaded. */
const commands: Readonly<Record<string, Command>> = {
  backup: {
    does: 'saves all rows to an encrypted file',
    run: () => import('./restore/backup.ts'),
  },
  restore: {
    does: 'restores tables to an earlier time, from a destroyed stack or from a file',
    run: () => import('./restore/main.ts'),
  },
  'root-secret': {
    does: 'exports, imports or rotates the stack’s root secret',
    run: () => import('./root-secret.ts'),
  },
  cost: {
    does: 'prints the monthly bill by service',
    run: () => import('./cost/main.ts'),
  },
  openapi: {
    does: 'writes the API description (OpenAPI 3.1) into the folder of the web build',
    run: async () => {
      readNoOptions(
        `npm run operate -- openapi\n\nWrites the API description (OpenAPI 3.1) into ${siteFolder}.`,
      )
      const { writeOpenApi } = await import('./openapi.ts')
      console.log(`Wrote ${writeOpenApi(siteFolder)}`)
    },
  },
}

const help = `npm run operate -- COMMAND [options]

${Object.entries(commands)
  .map(([name, { does }]) => `  ${name.padEnd(13)}${does}`)
  .join('\n')}

  npm run operate -- COMMAND --help    its options`

const [asked = ''] = process.argv.slice(2)
const command =
  commands[asked] ??
  readCommand(help, () => {
    throw new UsageError(`Unknown command '${asked}'. Choose from: ${Object.keys(commands).join(', ')}`)
  })
// The command's name is removed, so that the program finds only its own arguments.
process.argv.splice(2, 1)
await command.run()
