import { act } from './act.ts'
import { ApiClient } from './api-client.ts'
import { valuesOfWords } from './call-words.ts'
import { PUBLIC_CALLS } from './calls.generated.ts'
import { readCommandLine, suggestion } from './command-line.ts'
import { COMMAND_GROUPS, type TerminalCommand } from './commands.ts'
import { candidatesFor, completionScript } from './completion.ts'
import { usageError } from './failure.ts'
import { applyFleet, printFleet, showFleetPlan } from './fleet.ts'
import { followOperation } from './follow.ts'
import { callHelp, commandHelp, groupHelp, mainHelp } from './help.ts'
import { deleteLogin, listProfiles, saveLogin } from './log-in.ts'
import { callValues, type Given } from './options.ts'
import { printAnswer } from './print-answer.ts'
import { printData, printJson } from './print-data.ts'
import { activeProfile, isOpenToOthers, profilePath } from './profiles.ts'
import type { PublicCall } from './public-call.ts'
import { note, print } from './screen.ts'

interface Invocation {
  readonly command: TerminalCommand
  readonly operands: readonly string[]
  readonly given: Given
}

function portalOf(given: Given): ApiClient {
  if (isOpenToOthers()) note(`${profilePath()} can be read by others: chmod 600 ${profilePath()}`)
  return new ApiClient(activeProfile(given.profile as string | undefined))
}

/** What stands behind a command's words, as parameters of its call. */
function parametersOf({ command, operands }: Invocation): Record<string, string> {
  const [missing] = command.operands.slice(operands.length)
  if (missing) throw usageError(`enlace ${command.words} needs ${missing === 'id' ? 'an ICC' : `the ${missing}`}.`)
  const [extra] = operands.slice(command.operands.length)
  if (extra !== undefined) throw usageError(`enlace ${command.words} does not take ${extra}.`)
  return Object.fromEntries(command.operands.map((name, index) => [name, operands[index] ?? '']))
}

async function runReading(invocation: Invocation): Promise<void> {
  const { command, given } = invocation
  const { call, columns } = command
  if (!call) return
  const params = parametersOf(invocation)
  const values = callValues(command.options, given)
  const body = call.answer === 'file' && call.body.length > 0 ? { body: exportBody(call, values.body, given) } : {}
  await printAnswer(portalOf(given), { call, values: { ...values, params, ...body }, given, ...(columns && { columns }) })
}

/** An export has all columns, as CSV, unless others are chosen. */
function exportBody(call: PublicCall, body: Readonly<Record<string, unknown>>, given: Given): Record<string, unknown> {
  const choices = call.body.find(({ name }) => name === 'columns')?.choices ?? []
  const chosen = given.columns === undefined ? choices : String(given.columns).split(',')
  const wrong = chosen.find((name) => !choices.includes(name))
  if (wrong !== undefined) throw usageError(`There is no column ${wrong}; there are ${choices.join(', ')}.`)
  return { format: 'csv', columns: chosen, ...body }
}

function namedCall(name: string | undefined): PublicCall {
  const call = PUBLIC_CALLS.find((one) => one.name === name)
  if (call) return call
  const names = PUBLIC_CALLS.map((one) => one.name)
  if (name === undefined) throw usageError('Say which call: enlace calls lists them.')
  throw usageError(`There is no call ${name}.${suggestion(name, names)} enlace calls lists them.`)
}

async function runAnyCall({ operands, given }: Invocation): Promise<void> {
  const [name, ...words] = operands
  const call = namedCall(name)
  await printAnswer(portalOf(given), { call, values: valuesOfWords(call, words, given), given })
}

async function listCalls({ operands, given }: Invocation): Promise<void> {
  const word = operands.join(' ').toLowerCase()
  const found = PUBLIC_CALLS.filter(({ name, path, summary }) => `${name} ${path} ${summary}`.toLowerCase().includes(word))
  const rows = found.map(({ name, method, path, summary }) => ({ name, method, path, summary }))
  await (given.json ? printJson(rows) : printData(rows))
}

async function runSteering(invocation: Invocation): Promise<void> {
  const { command, given } = invocation
  const params = parametersOf(invocation)
  const values = callValues(command.options, given)
  if (command.call) await printAnswer(portalOf(given), { call: command.call, values: { ...values, params }, given })
}

function follow(invocation: Invocation): Promise<void> {
  const { operationId = '' } = parametersOf(invocation)
  if (!/^\d+$/.test(operationId)) throw usageError(`${operationId} is no number of an operation; enlace ops list has them.`)
  return followOperation(portalOf(invocation.given), Number(operationId), Boolean(invocation.given.json))
}

const fileOf = (invocation: Invocation): string => parametersOf(invocation).file ?? ''

const RUN: Readonly<Record<TerminalCommand['kind'], (invocation: Invocation) => Promise<void> | void>> = {
  call: runReading,
  act: ({ command, operands, given }) => act(portalOf(given), command, operands, given),
  steer: runSteering,
  login: ({ given }) => saveLogin(given),
  logout: ({ given }) => deleteLogin(given),
  profiles: ({ given }) => listProfiles(given),
  follow,
  'any-call': runAnyCall,
  calls: listCalls,
  completion: ({ operands }) => print(completionScript(operands[0])),
  plan: (invocation) => showFleetPlan(portalOf(invocation.given), fileOf(invocation), invocation.given),
  apply: (invocation) => applyFleet(portalOf(invocation.given), fileOf(invocation), invocation.given),
  fleet: ({ given }) => printFleet(portalOf(given), given),
}

/** The help that a line without a whole command asks for; undefined when it is a command. */
function helpOf(args: readonly string[]): string | undefined {
  const words = args.filter((arg) => arg !== '--help' && arg !== '-h')
  const isAsked = words.length < args.length || args[0] === 'help'
  const [first = ''] = args[0] === 'help' ? words.slice(1) : words
  if (args.length === 0 || (isAsked && first === '')) return mainHelp()
  return isAsked && words.length === 1 && COMMAND_GROUPS[first] ? groupHelp(first) : undefined
}

/** Runs a command line. */
export async function run(args: readonly string[], version: string): Promise<void> {
  if (args[0] === '__complete')
    return print(
      candidatesFor(args.slice(1))
        .map(({ word, about }) => `${word}\t${about}\n`)
        .join(''),
    )
  if (args[0] === '--version') return print(`${version}\n`)
  const help = helpOf(args)
  if (help !== undefined) return print(help)
  const invocation = readCommandLine(args[0] === 'help' ? [...args.slice(1), '--help'] : args)
  const { command, operands, given } = invocation
  if (given.help)
    return print(command.kind === 'any-call' && operands[0] ? callHelp(namedCall(operands[0])) : commandHelp(command))
  await RUN[command.kind](invocation)
}
