import type { SessionFacts } from './usage-record.ts'

/**
 * A 53-bit hash of session facts (two FNV-1a in parallel). Nearly every report repeats the facts of the one before;
 * this detects it without reading the stored facts.
 */
export function sessionFactsFingerprint({
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
