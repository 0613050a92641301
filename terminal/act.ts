import type { MassAnswer } from '../contract/operations/mass-actions.calls.ts'
import type { OperationData } from '../contract/operations/operations.calls.ts'
import type { ApiClient } from './api-client.ts'
import { requireYes } from './ask.ts'
import { callNamed, type TerminalCommand } from './commands.ts'
import { Ending, EXIT, usageError } from './failure.ts'
import { followOperation } from './follow.ts'
import { callValues, type Given } from './options.ts'
import { printData, printJson } from './print-data.ts'
import type { PublicCall } from './public-call.ts'
import { note, styled } from './screen.ts'
import { uploadOf } from './upload.ts'

interface Action {
  readonly command: TerminalCommand
  readonly call: PublicCall
  readonly operands: readonly string[]
  readonly given: Given
}

const grouped = new Intl.NumberFormat('en')
const sims = (count: number): string => `${grouped.format(count)} ${count === 1 ? 'SIM' : 'SIMs'}`

/** Which SIMs: exactly one of ICCs, a file, a filter, all. None is never all. */
async function sourceOf(portal: ApiClient, { command, operands, given }: Action, filter: unknown): Promise<object> {
  const ways = [operands.length > 0, given.file !== undefined, filter !== undefined, given.all === true].filter(Boolean)
  if (ways.length === 0)
    throw usageError(
      `Say which SIMs: ICCs, --file FILE, a filter such as --status, or --all. enlace ${command.words} --help lists them.`,
    )
  if (ways.length > 1) throw usageError('Say which SIMs in one way: ICCs, --file, a filter or --all.')
  if (operands.length > 0) return { icc: operands }
  if (given.file === undefined) return { filter: filter ?? {} }
  const { fileName, ...upload } = uploadOf(String(given.file))
  const { data } = await portal.data<{ fileId: number }>(callNamed('uploadOperationFile'), { query: { fileName }, upload })
  return { fileId: data.fileId }
}

function showPreview({ command }: Action, { accepted, total, reasons, forecast }: MassAnswer): void {
  const verb = command.words.slice('sims '.length)
  note(`${styled(`${verb}: ${sims(accepted)}`, 'bold', process.stderr)} of ${grouped.format(total)}`)
  for (const { text, lines } of reasons) note(`  ${grouped.format(lines)} left out: ${text}`)
  if (forecast?.seconds) note(`  about ${durationText(forecast.seconds)}`)
  if (forecast?.held) note(`  ${sims(forecast.held)} wait for a network that does not answer now`)
}

function durationText(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

/** One SIM is changed at once, and the answer says how that went. */
async function actOnOne(portal: ApiClient, { command, operands, given }: Action, single: PublicCall): Promise<void> {
  const [icc = ''] = operands
  const verb = command.words.slice('sims '.length)
  await requireYes(given, `${verb} ${icc}?`)
  const { body } = callValues(command.options, given)
  const taken = Object.entries(body).filter(([name]) => single.body.some((field) => field.name === name))
  const { data, message } = await portal.data(single, { params: { id: icc }, body: Object.fromEntries(taken) })
  if (given.json) return printJson(data)
  if (message) note(message)
  else await printData(data)
}

async function actOnMany(portal: ApiClient, action: Action): Promise<void> {
  const { command, call, given } = action
  const { filter, scheduledAt, ...rest } = callValues(command.options, given).body
  const except = rest.except === undefined ? {} : { except: rest.except }
  const body = { ...rest, ...except, ...(await sourceOf(portal, action, filter)), preview: true }
  const { data: draft } = await portal.data<MassAnswer>(call, { body })
  const values = { params: { operationId: draft.operationId } }
  const discard = () => portal.data(callNamed('discardOperation'), values)
  showPreview(action, draft)
  if (given.preview) {
    await discard()
    return given.json ? printJson(draft) : undefined
  }
  try {
    if (draft.accepted === 0) throw new Ending(EXIT.conflict, 'No SIM is left; nothing was started.')
    await requireYes(given, 'Start?')
  } catch (error) {
    await discard()
    throw error
  }
  await portal.data(callNamed('confirmOperation'), { ...values, body: scheduledAt ? { scheduledAt } : {} })
  await afterStart(portal, action, draft.operationId, scheduledAt)
}

async function afterStart(portal: ApiClient, { command, given }: Action, operationId: number, at: unknown): Promise<void> {
  const isWaiting = !given['no-wait'] && !at && !command.isSlow
  if (isWaiting) {
    if (!given.json) note(`Operation ${operationId} has begun.`)
    return followOperation(portal, operationId, Boolean(given.json))
  }
  if (given.json) {
    const { data } = await portal.data<OperationData>(callNamed('getOperation'), { params: { operationId } })
    return printJson(data)
  }
  note(`Operation ${operationId} ${at ? `begins at ${at}` : 'has begun'}: enlace ops follow ${operationId}`)
}

/** Does to SIMs what the command says, after a preview and a yes. */
export async function act(
  portal: ApiClient,
  command: TerminalCommand,
  operands: readonly string[],
  given: Given,
): Promise<void> {
  const { call, single } = command
  if (!call) return
  const missing = command.options.find(({ name, target }) => target?.field.isRequired && given[name] === undefined)
  if (missing) throw usageError(`enlace ${command.words} needs --${missing.name}.`)
  const action = { command, call, operands: operands.flatMap((one) => one.split(',')).filter(Boolean), given }
  const isOne = single && action.operands.length === 1 && !given.file && !given.all && !given.preview && !given.at
  await (isOne ? actOnOne(portal, action, single) : actOnMany(portal, action))
}
