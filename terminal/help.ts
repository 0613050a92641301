import { COMMAND_GROUPS, COMMANDS, COMMON, type TerminalCommand } from './commands.ts'
import { EXIT_WORDS } from './failure.ts'
import type { CommandOption } from './options.ts'
import type { CallField, PublicCall } from './public-call.ts'
import { screenWidth, styled } from './screen.ts'
import { padText, wrapText } from './text-width.ts'

const heading = (text: string): string => styled(text, 'bold')

/** Two columns: what one types, and what it is for. */
function entries(rows: readonly (readonly [string, string])[]): string {
  const left = Math.min(30, Math.max(...rows.map(([typed]) => typed.length)))
  const width = Math.max(24, Math.min(100, screenWidth() ?? 100) - left - 4)
  return rows
    .map(([typed, about]) => {
      const [first = '', ...more] = wrapText(about, width)
      const indent = `\n${' '.repeat(left + 4)}`
      const begin = typed.length > left ? `  ${typed}${indent}` : `  ${padText(typed, left)}  `
      return `${begin}${[first, ...more].join(indent)}`.trimEnd()
    })
    .join('\n')
}

function optionRow({ name, short, value, about, choices, isMultiple }: CommandOption): readonly [string, string] {
  const typed = `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`
  const among = choices ? `${about ? ': ' : ''}${choices.join(', ')}` : ''
  return [typed, `${about}${among}${isMultiple ? ' (may be repeated)' : ''}`]
}

const upper = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

function usageLine({ words, kind, operands }: TerminalCommand): string {
  if (kind === 'act') return `enlace ${words} [ICC… | --file FILE | filter] [options]`
  if (kind === 'any-call') return 'enlace call NAME [name=value…] [options]'
  const behind = operands.map((name) => (kind === 'calls' ? `[${upper(name)}]` : upper(name === 'id' ? 'icc' : name)))
  return ['enlace', words, ...behind, '[options]'].join(' ')
}

const sentence = (text: string): string => text.replace(/\.$/, '')

/** The help of one command. */
export function commandHelp(command: TerminalCommand): string {
  const { call, options, examples, about } = command
  const filters = options.filter(({ target }) => target?.place === 'filter')
  const others = options.filter((option) => !filters.includes(option))
  const parts = [`${sentence(about)}.`, `${heading('Usage')}\n  ${usageLine(command)}`]
  if (filters.length > 0) parts.push(`${heading('Filter')}\n${entries(filters.map(optionRow))}`)
  parts.push(`${heading('Options')}\n${entries([...others, ...COMMON].map(optionRow))}`)
  if (call?.columns) parts.push(`${heading('Columns')}\n${indented(call.columns.map(({ name }) => name).join(', '))}`)
  if (examples) parts.push(`${heading('Examples')}\n${examples.map((one) => `  ${one}`).join('\n')}`)
  if (call) parts.push(`${heading('API')}\n${indented(`${call.name}: ${call.method} ${call.path}. ${call.callers}`)}`)
  return `${parts.join('\n\n')}\n`
}

const indented = (text: string): string =>
  wrapText(text, Math.min(100, screenWidth() ?? 100) - 2)
    .map((line) => `  ${line}`)
    .join('\n')

const TYPE_WORDS = { text: 'text', number: 'number', flag: 'true or false', texts: 'texts', numbers: 'numbers', json: 'JSON' }

function fieldRows(fields: readonly CallField[], within = ''): (readonly [string, string])[] {
  return fields.flatMap((field) => {
    const { name, type, isRequired, about, choices, words } = field
    const among = words ? Object.keys(words) : choices
    const its = [among ? among.join(', ') : TYPE_WORDS[type], about, isRequired ? 'required' : ''].filter(Boolean).join('; ')
    const row = [`${within}${name}=`, its] as const
    return field.fields ? fieldRows(field.fields, `${within}${name}.`) : [row]
  })
}

/** The help of any call. */
export function callHelp(call: PublicCall): string {
  const fields = [...call.params, ...call.query, ...call.body]
  const parts = [
    `${sentence(call.summary)}.`,
    `${heading('Usage')}\n  enlace call ${call.name}${fields.length > 0 ? ' name=value…' : ''}${call.upload ? ' --file FILE' : ''}`,
    ...(fields.length > 0 ? [`${heading('Values')}\n${entries(fieldRows(fields))}`] : []),
    ...(call.columns ? [`${heading('Columns')}\n${indented(call.columns.map(({ name }) => name).join(', '))}`] : []),
    `${heading('API')}\n${indented(`${call.method} ${call.path}. ${call.callers}`)}`,
  ]
  return `${parts.join('\n\n')}\n`
}

const rowsOf = (commands: readonly TerminalCommand[]): string =>
  entries(commands.map(({ words, about }) => [words, sentence(about)] as const))

/** The commands that begin with one word. */
export function groupHelp(group: string): string {
  const its = COMMANDS.filter(({ words }) => words.startsWith(`${group} `))
  return `${COMMAND_GROUPS[group]}.\n\n${rowsOf(its)}\n\nenlace ${group} … --help has the options of each.\n`
}

/** What there is. */
export function mainHelp(): string {
  const single = COMMANDS.filter(({ words }) => !words.includes(' '))
  const groups = Object.keys(COMMAND_GROUPS).map(
    (group) => `${heading(group)}\n${rowsOf(COMMANDS.filter(({ words }) => words.startsWith(`${group} `)))}`,
  )
  return `Enlace on the command line: SIMs, operations and every call of the API.

${heading('Usage')}
  enlace COMMAND [options]
  enlace COMMAND --help

${rowsOf(single)}

${groups.join('\n\n')}

${heading('Output')}
${indented('A table for people: as wide as the screen, with colours unless NO_COLOR is set. --json and --tsv are for programs: whole lists, streamed. Errors are one sentence on stderr. What the portal says is in the language of LANG, Spanish or English.')}

${heading('Environment')}
${entries([
  ['ENLACE_URL, ENLACE_KEY', 'Portal and key, instead of a login'],
  ['ENLACE_PROFILE', 'Which saved login'],
  ['XDG_CONFIG_HOME', 'Where enlace/profiles.json is; ~/.config without it'],
  ['NODE_USE_ENV_PROXY=1', 'Go through HTTPS_PROXY'],
])}

${heading('Exit codes')}
${entries(EXIT_WORDS.map(([code, about]) => [String(code), about] as const))}
`
}
