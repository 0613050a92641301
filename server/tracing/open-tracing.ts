import { context, propagation, SpanKind, type Tracer, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { FastifyInstance } from 'fastify'
import { endSpan, isTraced } from './end-span.ts'
import type { SpanInfo } from './spans.ts'
import { traceRequests } from './trace-requests.ts'
import { traceStatements } from './trace-statements.ts'

export interface Tracing {
  readonly inSpan: <T>(info: SpanInfo, work: () => Promise<T>, options?: { readonly isRoot?: boolean }) => Promise<T>
  readonly beginSpan: (info: SpanInfo) => (error?: string) => void
  readonly headers: () => Readonly<Record<string, string>>
  readonly traceRequests: (app: FastifyInstance) => void
  /** sends what is left */
  readonly close: () => Promise<void>
}

/**
 * Sends traces by OTLP over HTTP to a collector. The SDK reads the other variables of the standard itself: sampling, headers, limits,
 * the service's name.
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export function openTracing({ endpoint, role }: { readonly endpoint: string; readonly role: string }): Tracing {
  const own = resourceFromAttributes({
    'service.name': 'enlace',
    'service.instance.id': `${role}-${process.pid}`,
    'enlace.role': role,
  })
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracer = provider.getTracer('enlace')
  traceStatements(tracer)
  return {
    inSpan: (info, work, options) => inSpan(tracer, info, work, options),
    beginSpan: (info) => beginSpan(tracer, info),
    headers: () => {
      const headers: Record<string, string> = {}
      propagation.inject(context.active(), headers)
      return headers
    },
    traceRequests: (app) => traceRequests(app, tracer),
    close: () => provider.shutdown(),
  }
}

async function inSpan<T>(tracer: Tracer, info: SpanInfo, work: () => Promise<T>, { isRoot = false } = {}): Promise<T> {
  const current = context.active()
  if (!isRoot && !isTraced(current)) return work()
  const span = tracer.startSpan(info.name, {
    kind: isRoot ? SpanKind.CONSUMER : SpanKind.INTERNAL,
    attributes: info.attributes,
    root: isRoot,
  })
  try {
    const result = await context.with(trace.setSpan(current, span), work)
    endSpan(span)
    return result
  } catch (error) {
    endSpan(span, error)
    throw error
  }
}

function beginSpan(tracer: Tracer, info: SpanInfo): (error?: string) => void {
  if (!isTraced(context.active())) return () => undefined
  const span = tracer.startSpan(info.name, { kind: SpanKind.CLIENT, attributes: info.attributes })
  return (error) => endSpan(span, error)
}
