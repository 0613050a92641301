import type { Tracing } from './open-tracing.ts'

/** What a span is about; names and keys are OpenTelemetry's conventions where there is one. */
export interface SpanInfo {
  readonly name: string
  readonly attributes?: Readonly<Record<string, string | number>>
}

/** Undefined unless OTEL_EXPORTER_OTLP_ENDPOINT is set: then nothing of OpenTelemetry is loaded, and each function below is a comparison. */
let tracing: Tracing | undefined

export const activateTracing = (opened: Tracing): void => {
  tracing = opened
}

export const activeTracing = (): Tracing | undefined => tracing

/** Runs a job as a trace of its own. */
export const inJob = <T>(info: SpanInfo, work: () => Promise<T>): Promise<T> =>
  tracing ? tracing.inSpan(info, work, { isRoot: true }) : work()

/** Runs work as a span of the current request or job; without one it leaves no trace. */
export const inSpan = <T>(info: SpanInfo, work: () => Promise<T>): Promise<T> => (tracing ? tracing.inSpan(info, work) : work())

/** Begins a span of the current request or job. @returns the function that ends it, with its error if there is one */
export const beginSpan = (info: SpanInfo): ((error?: string) => void) => tracing?.beginSpan(info) ?? (() => undefined)

/** The header that continues the current trace at another server (W3C Trace Context); none without a trace. */
export const traceHeaders = (): Readonly<Record<string, string>> => tracing?.headers() ?? {}
