import { expect, test } from 'vitest'
import { readChargingRow } from './charging-row.ts'
import { createSessionTracker, type ImsiEvent, type OpenSession, type SessionTracker } from './session-tracker.ts'

const IMSI = '901700000000001'
const [NOON, IP] = ['20261122120000000', '10.99.0.2'] as const

const trackerOf = (open: readonly OpenSession[] = []): SessionTracker =>
  createSessionTracker({ networkId: 'core', open, servingNetwork: () => ({ mcc: '901', mnc: '70' }) })

/** A row as osmo-sgsn 1.9.0 writes it. */
const row = (time: string, event: string, seconds: number, bytes: number, ip: string = IP): string =>
  `${time},${IMSI},356949001234560,56900000001,4660,7,,${event},${seconds},127.0.0.2,127.0.0.1,iot.test,${ip},${bytes},0,1`

function apply(tracker: SessionTracker, ...rows: string[]): ImsiEvent[] {
  return rows.flatMap((text) => {
    const read = readChargingRow(text)
    return read ? tracker.applyRow(read) : []
  })
}
const brief = (events: readonly ImsiEvent[]) =>
  events.map((event) => ('dataBytes' in event ? [event.kind, event.dataBytes] : [event.kind]))

test('a session from start to end; rows without an IMSI after a cancel are ignored', () => {
  const events = apply(
    trackerOf(),
    `20261122115959990,${IMSI},356949001234560,,4660,7,,attach`,
    row(NOON, 'pdp-act', 0, 0),
    row('20261122120002010', 'pdp-periodic', 2, 5000),
    row('20261122120003000', 'pdp-terminate', 3, 6000),
    `20261122120003000,${IMSI},356949001234560,,4660,7,,free`,
    '20261122120003000,N/A,N/A,N/A,-1,-1,N/A,pdp-deact,3,127.0.0.2,127.0.0.1,iot.test,10.99.0.2,6000,0,1',
    row('20261122120003010', 'pdp-free', 3, 6000),
  )
  expect(brief(events)).toEqual([
    ['registered'],
    ['dataSessionStarted', 0],
    ['dataSessionUpdated', 5000],
    ['dataSessionStopped', 6000],
  ])
  expect(events[1]).toMatchObject({ imei: '356949001234564', ip: IP, ggsnIp: '127.0.0.2', cell: { areaCode: 7, cellId: 4660 } })
  const keys = new Set(events.slice(1).map((event) => ('sessionKey' in event ? event.sessionKey : '')))
  expect([...keys]).toEqual([`osmocom/core/${IMSI}/${IP}/${Date.UTC(2026, 10, 22, 12)}`])
})

test('a session whose start was missed is reported with all its usage, under one key', () => {
  const book = trackerOf()
  const events = apply(
    book,
    row('20261122120100400', 'pdp-periodic', 60, 7000),
    row('20261122120101390', 'pdp-periodic', 61, 8000),
  )
  expect(brief(events)).toEqual([
    ['dataSessionStarted', 7000],
    ['dataSessionUpdated', 8000],
  ])
})

test('after a gap the open session continues; the same address with another start is another session', () => {
  const startedAt = new Date(Date.UTC(2026, 10, 22, 12))
  const open = { sessionKey: 'known', imsi: IMSI, ip: IP, startedAt, dataBytes: 500 }
  expect(brief(apply(trackerOf([open]), row('20261122120500900', 'pdp-periodic', 300, 900)))).toEqual([
    ['dataSessionUpdated', 900],
  ])
  expect(brief(apply(trackerOf([open]), row('20261122120500900', 'pdp-periodic', 10, 90)))).toEqual([
    ['dataSessionStopped', 500],
    ['dataSessionStarted', 90],
  ])
})

test('a session that the SGSN no longer has ends with its last volume, and its late rows are ignored', () => {
  const book = trackerOf()
  apply(book, row(NOON, 'pdp-act', 0, 0), row('20261122120002000', 'pdp-periodic', 2, 5000))
  const at = new Date(Date.UTC(2026, 10, 22, 12, 0, 4))
  expect(book.closeMissing([{ imsi: IMSI, ip: IP }], at)).toEqual([])
  expect(brief(book.closeMissing([], at))).toEqual([['dataSessionStopped', 5000]])
  expect(apply(book, row('20261122120002500', 'pdp-terminate', 2, 5000))).toEqual([])
})

test.each([
  'timestamp,imsi,imei,msisdn,cell_id,lac,hlr,event,pdp_duration,ggsn_addr,sgsn_addr,apni,eua_addr,vol_in,vol_out,charging_id',
  '',
  row(NOON, 'pdp-periodic', 2, 5000).slice(0, 100),
  row(NOON, 'pdp-periodic', 2, Number.NaN),
])('an incomplete row is ignored: %s', (text) => {
  expect(readChargingRow(text)).toBeUndefined()
})
