import { fileURLToPath } from 'node:url'

const quoted = (path: string) => `'${path.replaceAll("'", String.raw`'\''`)}'`

/**
 * A bash and zsh script that completes `npx signalpost …`. It calls Node and the program by path, because the command is not
 * on the PATH, and npx in another folder would look for a package of that name. SHELL is set because yargs adds descriptions
 * for zsh, which `compgen` would take for words.
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
