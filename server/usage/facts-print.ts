import type { SessionFacts } from './usage-record.ts'

/**
 * A number of 53 bits that is the same for the same facts, and for others hardly ever (FNV-1a, two of them side by side). A report
 * says the same as the one before nearly always: by this number that is seen without reading what is known.
 */
export function printOf({
  apn,
  ip,
  imei,
  sgsnIp,
  ggsnIp,
  servingNetwork,
  radioTechnology,
  areaCode,
  cellId,
}: SessionFacts): number {
  const text = `${apn}\n${ip}\n${imei}\n${sgsnIp}\n${ggsnIp}\n${servingNetwork}\n${radioTechnology}\n${areaCode}\n${cellId}`
  let high = 0x811c9dc5
  let low = 0x01234567
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ code, 0x5bd1e995) ^ (low >>> 15)
  }
  return ((high ^ (high >>> 16)) & 0x1fffff) * 2 ** 32 + ((low ^ (low >>> 13)) >>> 0)
}
