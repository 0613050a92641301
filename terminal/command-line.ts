import { parseArgs } from 'node:util'
import { COMMAND_GROUPS, COMMANDS, COMMON, type TerminalCommand } from './commands.ts'
import { usageError } from './failure.ts'
import type { Given } from './options.ts'

export interface CommandLine {
  readonly command: TerminalCommand
  readonly operands: readonly string[]
  readonly given: Given
}

/** How many letters are to be put in, taken out or changed to make one word the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** ` Did you mean …?`, or nothing when none is near. */
export function suggestion(word: string, known: readonly string[]): string {
  const [nearest] = known.map((one) => ({ one, far: distance(word, one) })).toSorted((a, b) => a.far - b.far)
  return nearest && nearest.far <= Math.max(1, Math.floor(word.length / 3)) ? ` Did you mean ${nearest.one}?` : ''
}

/** Options of all commands may also stand before the words. */
function wordsFirst(args: readonly string[]): string[] {
  const first = args.findIndex((arg, index) => !arg.startsWith('-') && !/^(-p|--profile)$/.test(args[index - 1] ?? ''))
  return first <= 0 ? [...args] : [...args.slice(first), ...args.slice(0, first)]
}

/** The command whose words the line begins with, the longest one. */
export function findCommand(args: readonly string[]): TerminalCommand | undefined {
  const fits = ({ words }: TerminalCommand) => words.split(' ').every((word, index) => args[index] === word)
  return COMMANDS.filter(fits).toSorted((a, b) => b.words.length - a.words.length)[0]
}

function noCommand(args: readonly string[]): Error {
  const [first = '', second] = args
  if (COMMAND_GROUPS[first]) {
    const verbs = COMMANDS.flatMap(({ words }) => (words.startsWith(`${first} `) ? [words.slice(first.length + 1)] : []))
    if (second === undefined || second.startsWith('-')) return usageError(`Say what: enlace ${first} ${verbs.join(', ')}.`)
    return usageError(`There is no enlace ${first} ${second}.${suggestion(second, verbs)} enlace ${first} --help lists all.`)
  }
  const known = [...new Set(COMMANDS.map(({ words }) => words.split(' ')[0] ?? ''))]
  return usageError(`There is no enlace ${first}.${suggestion(first, known)} enlace --help lists all.`)
}

const problemOf = (error: unknown, command: TerminalCommand): Error => {
  const { code, message } = error as { code?: string; message: string }
  const option = /'(?:-\w, )?(--?[\w-]+)/.exec(message)?.[1] ?? ''
  const names = [...command.options, ...COMMON].map(({ name }) => `--${name}`)
  const help = `enlace ${command.words} --help lists all options.`
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return usageError(`enlace ${command.words} has no option ${option}.${suggestion(option, names)} ${help}`)
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return usageError(/does not take/.test(message) ? `${option} takes no value.` : `${option} takes a value. ${help}`)
  return usageError(message)
}

/** What a command line says; a wrong one ends the program with a sentence that helps. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const ordered = wordsFirst(args)
  const command = findCommand(ordered)
  if (!command) throw noCommand(ordered)
  const options = Object.fromEntries(
    [...command.options, ...COMMON].map(({ name, short, value, isMultiple = false }) => [
      name,
      {
        type: value ? ('string' as const) : ('boolean' as const),
        multiple: isMultiple && Boolean(value),
        ...(short && { short }),
      },
    ]),
  )
  try {
    const rest = ordered.slice(command.words.split(' ').length)
    const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true })
    return { command, operands: positionals, given: values as Given }
  } catch (error) {
    throw problemOf(error, command)
  }
}
