import { fileURLToPath } from 'node:url'

const quoted = (path: string) => `'${path.replaceAll("'", String.raw`'\''`)}'`

/**
 * Returns a script that completes `npx signalpost …` in bash and zsh. The script runs this program with Node by its
 * path, because the command is not on the PATH, and in another folder npx would look for a package of that name. It
 * sets SHELL, because for zsh yargs adds descriptions to words, and `compgen` would treat these as words.
 */
export const completionScript = (): string => `# Completes npx signalpost in bash and zsh.
if [ -n "\${ZSH_VERSION-}" ]; then
  type compdef >/dev/null || { autoload -Uz compinit && compinit -i; }
  autoload -Uz bashcompinit && bashcompinit
fi
_signalpost() {
  COMPREPLY=()
  [ "$COMP_CWORD" -ge 2 ] && [ "\${COMP_WORDS[1]}" = signalpost ] || return 0
  COMPREPLY=($(compgen -W "$(SHELL=bash ${quoted(process.execPath)} ${quoted(fileURLToPath(new URL('main.ts', import.meta.url)))} \\
    --get-yargs-completions "\${COMP_WORDS[@]:1:$COMP_CWORD}")" -- "\${COMP_WORDS[$COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _signalpost npx`
