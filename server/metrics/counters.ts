import { Counter, Histogram } from './registry.ts'

// Counters and histograms of this process.

/** Seconds; most calls take hundredths. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export const requests = new Counter({
  name: 'enlace_http_requests_total',
  help: 'Requests that were answered, by call and HTTP status.',
  labels: ['call', 'status'],
})

export const requestSeconds = new Histogram(
  { name: 'enlace_http_request_duration_seconds', help: 'From a request to the end of its answer.', labels: ['call'] },
  BOUNDS,
)

export const accountingMessages = new Counter({
  name: 'enlace_accounting_messages_total',
  help: 'Accounting messages that were received and stored.',
})

export const webhookAttempts = new Counter({
  name: 'enlace_webhook_attempts_total',
  help: 'Attempts to deliver a webhook, by how they ended.',
  labels: ['result'],
})

export const PROCESS_COUNTERS = [requests, requestSeconds, accountingMessages, webhookAttempts]
