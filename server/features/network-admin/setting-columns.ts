import type { CallInput } from '#contract/call.ts'
import type { addNetwork } from '#contract/network-admin/networks.calls.ts'

type NetworkSettings = Omit<CallInput<typeof addNetwork>['body'], 'networkId' | 'kind' | 'settings' | 'secrets'>

/** What is set of every kind of network, as it is stored. */
export const settingColumns = (
  { name, enabled, requestsPerSecond, maxInFlight, timeoutMs, maxAttempts }: NetworkSettings,
  now: Date,
) => ({
  name,
  enabled,
  requests_per_second: requestsPerSecond,
  max_in_flight: maxInFlight,
  timeout_ms: timeoutMs,
  max_attempts: maxAttempts,
  updated_at: now,
})
