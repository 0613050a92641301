import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { eventsOf } from '../client/server-events.ts'
import type { ApiClient, CallValues } from './api-client.ts'
import { bytesText } from './cell-text.ts'
import { Ending, EXIT, usageError } from './failure.ts'
import type { Given } from './options.ts'
import { printData, printJson, printTsv } from './print-data.ts'
import { printList } from './print-list.ts'
import type { PublicCall } from './public-call.ts'
import { isScreen, note, print } from './screen.ts'

interface Asked {
  readonly call: PublicCall
  readonly values: CallValues
  readonly given: Given
  readonly columns?: readonly string[]
}

const isText = (type: string): boolean => /^text\/|json/.test(type)

async function printFile(response: Response, output: string | undefined): Promise<void> {
  const body = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream)
  if (output === undefined) {
    if (isScreen() && !isText(response.headers.get('content-type') ?? ''))
      throw usageError('This file is not text; --output FILE writes it to a file.')
    for await (const chunk of body) await print(chunk as Uint8Array)
    return
  }
  const scratch = `${output}.part`
  try {
    await pipeline(body, createWriteStream(scratch))
    renameSync(scratch, output)
  } catch (error) {
    rmSync(scratch, { force: true })
    const { code } = error as { code?: string }
    const isOfDisk = code !== undefined && /^E(ACCES|NOENT|ISDIR|NOSPC|ROFS)/.test(code)
    throw isOfDisk
      ? new Ending(EXIT.unexpected, `${output} can't be written (${code}).`)
      : new Ending(EXIT.unreachable, `The connection was cut; ${output} was not written.`)
  }
  note(`Wrote ${output} (${bytesText(statSync(output).size)}).`)
}

/** Makes a call and prints what it answers, each kind of answer in its way. */
export async function printAnswer(portal: ApiClient, { call, values, given, columns }: Asked): Promise<void> {
  if (call.answer === 'list') return printList(portal, { call, values, given, ...(columns && { columns }) })
  if (call.answer === 'file') return printFile(await portal.send(call, values), given.output as string | undefined)
  if (call.answer === 'events') {
    for await (const event of eventsOf(await portal.send(call, values))) await print(`${JSON.stringify(event)}\n`)
    return
  }
  const { data, message } = await portal.data<unknown>(call, values)
  if (given.json) return printJson(data)
  if (given.tsv) return printTsv(data)
  await printData(data)
  if (message) note(message)
}
