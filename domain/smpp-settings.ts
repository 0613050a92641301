/** What an administrator may set of a message centre: least and most, whole numbers. */
export const SMPP_RANGES = {
  port: [1, 65_535],
  /** messages unanswered at a time */
  windowSize: [1, 1_000],
  /** of each process */
  submitsPerSecond: [1, 100_000],
} as const satisfies Record<string, readonly [number, number]>
export type SmppNumber = keyof typeof SMPP_RANGES

/** Longest texts, characters: SMPP 3.4 sections 5.2.1 (system_id), 5.2.2 (password), 5.2.3 (system_type), 5.2.8 (source_addr). */
export const SMPP_MAX = { host: 253, systemId: 15, password: 8, systemType: 12, source: 20 } as const

/** Whether a number is one that the setting may have. */
export function isSmppNumber(name: SmppNumber, value: number): boolean {
  const [least, most] = SMPP_RANGES[name]
  return Number.isInteger(value) && value >= least && value <= most
}
