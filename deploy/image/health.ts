// The health check of the image: page and API answer, or in the other roles the metrics.
const { ROLE = 'all', PORT = '3000', METRICS_PORT } = process.env
const isWeb = ROLE === 'all' || ROLE === 'web'
const address = isWeb ? `http://127.0.0.1:${PORT}/healthz` : `http://127.0.0.1:${METRICS_PORT}/metrics`
const isHealthy = await fetch(address).then(
  ({ ok }) => ok,
  () => false,
)
process.exitCode = isHealthy ? 0 : 1

export {}
