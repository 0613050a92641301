import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { usageError } from './failure.ts'

const TYPES: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  tsv: 'text/tab-separated-values',
}

/** A file as the body of a call, read while it is sent; `-` is stdin. */
export function uploadOf(path: string): { fileName: string; type: string; content: ReadableStream } {
  if (path !== '-' && !statSync(path, { throwIfNoEntry: false })?.isFile()) throw usageError(`There is no file ${path}.`)
  const stream = path === '-' ? process.stdin : createReadStream(path)
  const fileName = path === '-' ? 'stdin.csv' : basename(path)
  const type = TYPES[fileName.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'text/csv'
  return { fileName, type, content: Readable.toWeb(stream) }
}
