import { type Call, changesSomething } from '#contract/call.ts'
import { contextOf } from '../cells/cell-context.ts'
import type { Cells } from '../cells/cells.ts'
import { currentMark } from '../cells/read-replica.ts'
import type { Ctx } from '../context.ts'
import { isDatabaseAway, isPassing } from '../db/errors.ts'
import { type Http, readCookie, setCookie } from './cookies.ts'

/** The position in the log of a client's last change: its reads see that change. */
const COOKIE = 'enlace_read_after'
/** The same for programs, which keep no cookies. */
const HEADER = 'x-read-after'
/** A replica that is behind for longer is not read from at all. */
const MARK_MAX_AGE_S = 60

export interface ReadOptions {
  /** it reads and writes besides, or must see what others have changed this very moment */
  readonly readsPrimary?: boolean
}

interface Reading extends ReadOptions, Http {
  readonly call: Call
}

/** Does the work of a call on the replica where that is right, else on the primary. */
export async function whereToRead<T>(ctx: Ctx, reading: Reading, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (!ctx.replica) return work(ctx)
  if (changesSomething(reading.call)) {
    const done = await work(ctx)
    await markChange(ctx, reading)
    return done
  }
  const cells = await replicaCells(ctx, reading)
  if (!cells) return work(ctx)
  try {
    return await work(await contextOf({ ...ctx, cells }, ctx.actor))
  } catch (error) {
    // it went away, or replay ended the statement
    if (ctx.checkAnswers || (!isDatabaseAway(error) && !isPassing(error))) throw error
    return work(ctx)
  }
}

/** Programs without a mark may have changed something before: they read from the primary. */
async function replicaCells(ctx: Ctx, { call, readsPrimary, request }: Reading): Promise<Cells | undefined> {
  if (call.events || readsPrimary) return undefined
  const isPage = request.headers['x-api-key'] === ctx.config.WEB_API_KEY
  const mark = isPage ? readCookie(ctx, request, COOKIE) : request.headers[HEADER]
  if (!isPage && typeof mark !== 'string') return undefined
  return ctx.replica?.cellsAfter(String(mark ?? ''))
}

async function markChange(ctx: Ctx, http: Http): Promise<void> {
  const value = await currentMark(ctx.pool)
  setCookie(ctx, http, { name: COOKIE, value, maxAgeS: MARK_MAX_AGE_S })
  http.reply.header(HEADER, value)
}
