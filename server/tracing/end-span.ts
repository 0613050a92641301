import { type Context, type Span, SpanStatusCode, trace } from '@opentelemetry/api'

/** Ends a span, as failed if there is an error. */
export function endSpan(span: Span, error?: unknown): void {
  if (error !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) })
  }
  span.end()
}

/** Whether a request or a job is being traced: pollers that find nothing to do are not. */
export const isTraced = (current: Context): boolean => trace.getSpan(current) !== undefined
