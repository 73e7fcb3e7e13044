import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '../command-line.ts'
import { root } from '../stack/lambdas.ts'

const run = (folder: string, command: string, args: readonly string[]) =>
  spawnSync(command, args, { cwd: folder, stdio: 'inherit' }).status ?? 1

const lockOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')

/**
 * Deploys another version of the code. It checks the version out and runs that version's own deployment program.
 * @param version a commit, or any other name that git resolves
 * @param args arguments of `npm run deploy`, including `--version`
 * @returns the exit code
 * @throws UsageError if git does not know the version
 */
export const deployVersion = (version: string, args: readonly string[]): number => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-version-'))
  if (run(root, 'git', ['worktree', 'add', '--quiet', '--detach', folder, version]) !== 0) {
    rmSync(folder, { recursive: true })
    throw new UsageError(
      `--version ${version}: git finds no such commit here. git log --oneline lists them; git fetch gets newer ones`,
    )
  }
  try {
    console.log(`Deploys ${version} from ${folder}`)
    if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    else if (run(folder, 'npm', ['ci', '--no-fund', '--no-audit']) !== 0) return 1
    return run(folder, 'npm', ['run', '--silent', 'deploy', '--', ...withoutVersion(args)])
  } finally {
    run(root, 'git', ['worktree', 'remove', '--force', folder])
  }
}

/** Removes `--version`, because an earlier version may not know the option. */
const withoutVersion = (args: readonly string[]) =>
  args.filter((arg, index) => !/^--version(=|$)/.test(arg) && args[index - 1] !== '--version')
