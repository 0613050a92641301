import { setTimeout as sleep } from 'node:timers/promises'
import { eventsOf } from '../client/server-events.ts'
import type { OperationData, OperationProgress } from '../contract/operations/operations.calls.ts'
import type { ApiClient } from './api-client.ts'
import { callNamed } from './commands.ts'
import { Ending, EXIT } from './failure.ts'
import { printJson } from './print-data.ts'
import { note, print, styled } from './screen.ts'

/** Without a screen: a line this often at most. */
const LINE_EVERY_MS = 5_000
const BAR = 30

const grouped = new Intl.NumberFormat('en')
const count = (value: number): string => grouped.format(value)
const isFinal = (state: string): boolean => state === 'finished' || state === 'cancelled'

function barLine({ kind, operationId, percent, counts, total, state }: OperationProgress): string {
  const full = Math.round((percent * BAR) / 100)
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`
  const done = total - counts.pending - counts.running
  const failed = counts.failed > 0 ? `, ${count(counts.failed)} failed` : ''
  return `${kind} ${operationId}  ${bar} ${String(percent).padStart(3)} %  ${count(done)}/${count(total)}${failed}${state === 'running' ? '' : `, ${state}`}`
}

const plainLine = ({ kind, operationId, percent, counts, total, state }: OperationProgress): string =>
  `${kind} ${operationId}: ${state}, ${percent} %, ${counts.succeeded} done, ${counts.failed} failed, ${counts.skipped + counts.cancelled} left out, of ${total}`

/** Shows one state of an operation: a bar that moves, or a line now and then. */
function progressShower(isJson: boolean): { show: (progress: OperationProgress) => Promise<void>; end: () => void } {
  const isBar = !isJson && process.stderr.isTTY === true
  let [shownAt, shown] = [0, '']
  const show = async (progress: OperationProgress) => {
    if (isJson) return print(`${JSON.stringify(progress)}\n`)
    if (isBar) {
      const line = barLine(progress).slice(0, (process.stderr.columns || 80) - 1)
      process.stderr.write(`\r\u001b[K${line}`)
      return
    }
    const line = plainLine(progress)
    if (line === shown || (Date.now() - shownAt < LINE_EVERY_MS && !isFinal(progress.state))) return
    ;[shownAt, shown] = [Date.now(), line]
    note(line)
  }
  return { show, end: () => void (isBar && process.stderr.write('\r\u001b[K')) }
}

/** Reads the stream anew when it ends or is cut, until the operation is over. */
async function untilOver(portal: ApiClient, operationId: number, show: (progress: OperationProgress) => Promise<void>) {
  for (;;) {
    const response = await portal.send(callNamed('streamOperations'), { query: { operationId } })
    try {
      for await (const event of eventsOf(response)) {
        const progress = event as OperationProgress
        await show(progress)
        if (isFinal(progress.state)) return
      }
    } catch {
      // the connection was cut: the portal may have been restarted
    }
    await sleep(1000)
  }
}

/** Follows an operation to its end; lines that failed end the program with a code of their own. */
export async function followOperation(portal: ApiClient, operationId: number, isJson: boolean): Promise<void> {
  const values = { params: { operationId } }
  const { data: before } = await portal.data<OperationData>(callNamed('getOperation'), values)
  const interrupt = () => {
    process.stderr.write('\n')
    note(`The operation goes on: enlace ops follow ${operationId}`)
    process.exit(EXIT.interrupted)
  }
  process.prependOnceListener('SIGINT', interrupt)
  const { show, end } = progressShower(isJson)
  try {
    if (!isFinal(before.state)) await untilOver(portal, operationId, show)
  } finally {
    end()
    process.off('SIGINT', interrupt)
  }
  const { data } = await portal.data<OperationData>(callNamed('getOperation'), values)
  await (isJson ? printJson(data) : printEnd(data))
  if (data.counts.failed > 0)
    throw new Ending(
      EXIT.linesFailed,
      `${count(data.counts.failed)} lines failed: enlace ops lines ${operationId} --state failed`,
    )
}

async function printEnd({ kind, operationId, state, counts, total, reasons }: OperationData): Promise<void> {
  const parts = [
    `${count(counts.succeeded)} of ${count(total)} done`,
    ...(counts.failed > 0 ? [styled(`${count(counts.failed)} failed`, 'red')] : []),
    ...(counts.skipped + counts.cancelled > 0 ? [`${count(counts.skipped + counts.cancelled)} left out`] : []),
  ]
  await print(`${kind} ${operationId} ${state}: ${parts.join(', ')}\n`)
  for (const reason of reasons) await print(`  ${count(reason.lines)}  ${reason.state}: ${reason.text}\n`)
}
