import { ANOMALY_KINDS } from '#domain/anomalies.ts'
import { day, defineSearch, icc, id, oneOf, searchText } from '#web/lib/define-search.ts'

/** /anomalies?kind=data&company=4&device=Teltonika FMB920&icc=…&from=2026-11-01&to=2026-11-21 */
export const readAnomaliesSearch = defineSearch({
  kind: oneOf(ANOMALY_KINDS),
  company: id,
  device: searchText({ most: 120 }),
  icc,
  from: day,
  to: day,
})

export type AnomaliesSearch = ReturnType<typeof readAnomaliesSearch>
