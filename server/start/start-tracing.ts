import type { Config } from '../config.ts'
import { activateTracing } from '../tracing/spans.ts'
import type { Lifetime } from './lifetime.ts'

/** Sends traces if the configuration names a collector; only then is anything of OpenTelemetry loaded. */
export async function startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ROLE: role }: Config,
  lifetime: Pick<Lifetime, 'onEnd'>,
): Promise<void> {
  if (endpoint === undefined) return
  const { openTracing } = await import('../tracing/open-tracing.ts')
  const tracing = openTracing({ endpoint, role })
  activateTracing(tracing)
  lifetime.onEnd('traces', tracing.close)
}
