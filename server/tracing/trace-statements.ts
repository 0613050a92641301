import { context, SpanKind, type Tracer } from '@opentelemetry/api'
import pg from 'pg'
import { endSpan, isTraced } from './end-span.ts'

/** Longer statements are cut: a collector keeps them all. */
const MAX_TEXT = 2_000

type Callback = (error: Error | null | undefined, ...rest: unknown[]) => void
type Query = (this: pg.Client, ...args: unknown[]) => unknown
type Connect = (this: pg.Pool, callback?: Callback) => unknown

/** The text of what the driver runs: a string, a configuration, or the statements of a pipeline. Never its values. */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  const { text, statements } = (query ?? {}) as { text?: string; statements?: readonly { text: string }[] }
  return text ?? statements?.map((statement) => statement.text).join('; ') ?? ''
}

/** Adds a span for each statement of a traced request or job to all connections of this process. */
export function traceStatements(tracer: Tracer): void {
  const query = pg.Client.prototype.query as unknown as Query
  const traced: Query = function (...args) {
    if (!isTraced(context.active())) return query.apply(this, args)
    const text = textOf(args[0]).trim()
    const name = /^\w+/.exec(text)?.[0].toUpperCase() ?? 'statement'
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': name, 'db.query.text': text.slice(0, MAX_TEXT) }
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
    const end = (error?: unknown) => endSpan(span, error ?? undefined)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const ended: Callback = (error, ...rest) => {
        end(error)
        ;(callback as Callback)(error, ...rest)
      }
      return query.apply(this, [...args.slice(0, -1), ended])
    }
    const answer = query.apply(this, args) as Promise<unknown> | NodeJS.EventEmitter
    // a stream of COPY ends when it is closed
    if ('on' in answer) answer.once('error', end).once('close', () => end())
    else answer.then(() => end(), end)
    return answer
  }
  pg.Client.prototype.query = traced as unknown as typeof pg.Client.prototype.query

  // a connection that another request releases is handed on in that request's context
  const connect = pg.Pool.prototype.connect as unknown as Connect
  const bound: Connect = function (callback) {
    return callback ? connect.call(this, context.bind(context.active(), callback)) : connect.call(this)
  }
  pg.Pool.prototype.connect = bound as unknown as typeof pg.Pool.prototype.connect
}
