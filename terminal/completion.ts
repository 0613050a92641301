import { PUBLIC_CALLS } from './calls.generated.ts'
import { findCommand } from './command-line.ts'
import { COMMANDS, COMMON, type TerminalCommand } from './commands.ts'
import { usageError } from './failure.ts'
import { readProfiles } from './profiles.ts'

interface Candidate {
  readonly word: string
  readonly about: string
}

/** What asks this program for the words that may follow; each shell shows them in its way. The value of a field follows its `=` without a blank. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_enlace() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(enlace __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)" -- "\${COMP_WORDS[COMP_CWORD]}"))
  if [[ "\${COMPREPLY[0]}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _enlace enlace
`,
  zsh: `#compdef enlace
_enlace() {
  local -a found fields others
  found=(\${(f)"$(enlace __complete "\${(@)words[2,CURRENT]}" 2>/dev/null | sed -e 's/:/\\\\:/g' -e 's/\\t/:/')"})
  fields=(\${(M)found:#*=(:*|)})
  others=(\${found:#*=(:*|)})
  if (( ! \${#found} )); then _files; else _describe enlace others -- fields -S ''; fi
}
compdef _enlace enlace
`,
  fish: `complete -c enlace -f -a '(enlace __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
complete -c enlace -s o -l output -r -F
complete -c enlace -l file -r -F
`,
}

export function completionScript(shell = ''): string {
  const script = SCRIPTS[shell]
  if (!script) throw usageError(`Say for which shell: enlace completion ${Object.keys(SCRIPTS).join(', ')}.`)
  return script
}

/** Next words of commands that begin with these. */
function nextWords(before: readonly string[]): Candidate[] {
  const found = new Map<string, string>()
  for (const { words, about } of COMMANDS) {
    const parts = words.split(' ')
    const next = parts[before.length]
    if (next === undefined || !before.every((word, index) => parts[index] === word)) continue
    found.set(next, parts.length === before.length + 1 ? about : '')
  }
  return [...found].map(([word, about]) => ({ word, about }))
}

function valuesOfOption(command: TerminalCommand, name: string): Candidate[] {
  if (name === 'profile') return Object.entries(readProfiles().profiles).map(([word, { url }]) => ({ word, about: url }))
  if (name === 'columns') return (command.call?.columns ?? []).map((column) => ({ word: column.name, about: '' }))
  return (command.options.find((option) => option.name === name)?.choices ?? []).map((word) => ({ word, about: '' }))
}

function behind(command: TerminalCommand, before: readonly string[]): Candidate[] {
  const [name, ...values] = before
  if (command.kind === 'completion' && name === undefined) return Object.keys(SCRIPTS).map((word) => ({ word, about: '' }))
  if (command.kind !== 'any-call') return []
  if (name === undefined) return PUBLIC_CALLS.map((call) => ({ word: call.name, about: call.summary }))
  const call = PUBLIC_CALLS.find((one) => one.name === name)
  const fields = call ? [...call.params, ...call.query, ...call.body] : []
  const isNew = (field: { name: string }) => !values.some((value) => value.startsWith(`${field.name}=`))
  return fields.filter(isNew).map((field) => ({ word: `${field.name}=`, about: field.about ?? '' }))
}

/** What may stand as the last of these words. */
export function candidatesFor(words: readonly string[]): Candidate[] {
  const current = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const isBegun = ({ word }: Candidate) => word.startsWith(current)
  const command = findCommand(before)
  if (!command) return nextWords(before).filter(isBegun)
  const last = before.at(-1) ?? ''
  const options = [...command.options, ...COMMON]
  const awaited = options.find(({ name, short, value }) => value && (last === `--${name}` || (short && last === `-${short}`)))
  if (awaited) return valuesOfOption(command, awaited.name).filter(isBegun)
  if (current.startsWith('-')) {
    const isFree = ({ name, isMultiple }: { name: string; isMultiple?: boolean }) => isMultiple || !before.includes(`--${name}`)
    return options
      .filter(isFree)
      .map(({ name, about }) => ({ word: `--${name}`, about }))
      .filter(isBegun)
  }
  const rest = before.slice(command.words.split(' ').length).filter((word) => !word.startsWith('-'))
  return [...behind(command, rest), ...nextWords(before)].filter(isBegun)
}
