import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodeLine, type ListCodec } from '#contract/list-codec.ts'
import { NEXT_CURSOR_HEADER, SEARCH_CAPPED_HEADER } from '#contract/sims/sims.calls.ts'
import { copiedRows } from '../files/list-file.ts'
import type { ListPageAnswer, ListStreamAnswer } from './answers.ts'

const TSV = 'text/tab-separated-values'

/** Tab-separated text unless the client asks for JSON. */
function wantsJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? ''
  return accept.includes('application/json') && !accept.includes(TSV)
}

/** Sends a list in the form that the caller asked for: one codec, two forms. */
export function sendList(
  codec: ListCodec,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ListPageAnswer | ListStreamAnswer,
): FastifyReply {
  reply.header('vary', 'accept')
  if (answer.kind === 'page' && answer.nextCursor) reply.header(NEXT_CURSOR_HEADER, answer.nextCursor)
  if (answer.kind === 'page' && answer.cappedAt !== undefined) reply.header(SEARCH_CAPPED_HEADER, answer.cappedAt)
  if (wantsJson(request)) return sendJson(codec, reply, answer)
  reply.type(`${TSV}; charset=utf-8`)
  if (answer.kind === 'stream') return reply.send(answer.tsv)
  return reply.send([codec.names, ...answer.rows].map((row) => `${encodeLine(row)}\n`).join(''))
}

function jsonCell(codec: ListCodec, index: number, cell: string | null): unknown {
  if (cell === null) return null
  return codec.columns[codec.names[index] ?? '']?.parse(cell)
}

function jsonRow(codec: ListCodec, cells: readonly (string | null)[]): unknown[] {
  return cells.map((cell, index) => jsonCell(codec, index, cell))
}

function sendJson(codec: ListCodec, reply: FastifyReply, answer: ListPageAnswer | ListStreamAnswer): FastifyReply {
  reply.type('application/json; charset=utf-8')
  if (answer.kind === 'stream') return reply.send(Readable.from(jsonChunks(codec, answer.tsv)))
  const data = [codec.names, ...answer.rows.map((row) => jsonRow(codec, row))]
  return reply.send(JSON.stringify({ status: true, data, message: '', error: null }))
}

/** The envelope around a list of any length, in constant memory. */
async function* jsonChunks(codec: ListCodec, tsv: Readable): AsyncGenerator<string> {
  yield `{"status":true,"message":"","error":null,"data":[${JSON.stringify(codec.names)}`
  for await (const rows of copiedRows(tsv)) yield rows.map((row) => `,${JSON.stringify(jsonRow(codec, row))}`).join('')
  yield ']}'
}
