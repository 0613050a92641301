/** What an administrator may set of a network: least and most, whole numbers. */
export const NETWORK_RANGES = {
  /** over all processes together */
  requestsPerSecond: [1, 100_000],
  /** calls at once, of each process */
  maxInFlight: [1, 10_000],
  /** milliseconds */
  timeoutMs: [10, 600_000],
  /** the first attempt and its repetitions */
  maxAttempts: [1, 10],
} as const satisfies Record<string, readonly [number, number]>
export type NetworkNumber = keyof typeof NETWORK_RANGES

/** What a network is called in addresses and settings: 40 characters at most. */
export const NETWORK_ID = /^[a-z0-9][a-z0-9-]{0,39}$/

/** Longest name of a network, and longest text about an operator, characters. */
export const NETWORK_NAME_MAX = 80
export const OPERATOR_TEXT_MAX = 200

/** Whether a number is one that the setting may have. */
export function isInRange(name: NetworkNumber, value: number): boolean {
  const [least, most] = NETWORK_RANGES[name]
  return Number.isInteger(value) && value >= least && value <= most
}
