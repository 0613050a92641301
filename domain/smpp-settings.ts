/** Allowed ranges of a message centre's settings: minimum and maximum, whole numbers. */
export const SMPP_RANGES = {
  port: [1, 65_535],
  /** unanswered messages at a time (SMPP 3.4 section 2.9) */
  windowSize: [1, 1_000],
  /** per process */
  submitsPerSecond: [1, 100_000],
} as const satisfies Record<string, readonly [number, number]>
export type SmppLimitName = keyof typeof SMPP_RANGES

/**
 * Maximum lengths, characters: SMPP 3.4 sections 5.2.1 (system_id), 5.2.2 (password), 5.2.3 (system_type), 5.2.8
 * (source_addr).
 */
export const SMPP_MAX = { host: 253, systemId: 15, password: 8, systemType: 12, source: 20 } as const

interface CentreAddress {
  readonly host: string
  readonly port: number
  readonly isEncrypted: boolean
}

/** Whether two links reach the same message centre in the same way; a password for one is sent to no other, nor without TLS. */
export const isSameCentre = (one: CentreAddress, other: CentreAddress): boolean =>
  one.host === other.host && one.port === other.port && one.isEncrypted === other.isEncrypted

/** Whether a value is within the range of a setting. */
export function isSmppNumber(name: SmppLimitName, value: number): boolean {
  const [min, max] = SMPP_RANGES[name]
  return Number.isInteger(value) && value >= min && value <= max
}
