/** Allowed ranges of a network's limits: minimum and maximum, whole numbers. */
export const NETWORK_RANGES = {
  /** shared by all processes */
  requestsPerSecond: [1, 100_000],
  /** concurrent calls per process */
  maxInFlight: [1, 10_000],
  /** milliseconds */
  timeoutMs: [10, 600_000],
  /** the first attempt and its retries */
  maxAttempts: [1, 10],
} as const satisfies Record<string, readonly [number, number]>
export type NetworkLimitName = keyof typeof NETWORK_RANGES

/** The id of a network in URLs and settings: 40 characters at most. */
export const NETWORK_ID = /^[a-z0-9][a-z0-9-]{0,39}$/

/** Maximum length of a network's name and of an operator's description, characters. */
export const NETWORK_NAME_MAX = 80
export const OPERATOR_TEXT_MAX = 200

/** Whether a value is within the range of a limit. */
export function isInRange(name: NetworkLimitName, value: number): boolean {
  const [min, max] = NETWORK_RANGES[name]
  return Number.isInteger(value) && value >= min && value <= max
}
