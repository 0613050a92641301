import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { getAccounting, uploadChargingRecords } from '#contract/network-admin/accounting.calls.ts'
import { storeUsageMessages } from '#server/usage/intake.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import { auditRows } from '#test/audit-rows.ts'
import { startPortal } from '#test/portal.ts'

const MB = 1_048_576
const portal = await startPortal()
const sim = portal.fleet.sims.find(({ status }) => status === 2)
if (!sim) throw new Error('no active SIM')
afterAll(() => portal.close())

const upload = (fileName: string, lines: readonly string[]) =>
  portal.request(uploadChargingRecords, 'admin', { query: { fileName }, body: `${lines.join('\n')}\n` })
const HEADER = 'imsi,session,start,stop,uplink_bytes,downlink_bytes'
const iso = (minutesAgo: number): string => new Date(portal.clock.now.getTime() - minutesAgo * 60_000).toISOString()

test('a file that is handed in says what was read of it and which lines not; what differs is listed', async () => {
  const atMs = portal.clock.now.getTime() - 3_600_000
  const counted = {
    kind: 'stopped',
    clientId: 0,
    nas: 'ggsn0',
    imsi: sim.imsi,
    sessionKey: 'CDR-1',
    hasSourceClock: true,
  } as const
  await storeUsageMessages(
    portal.db,
    [{ ...counted, atMs, seconds: 3_600, inputBytes: 0, outputBytes: 4 * MB, facts: {}, fingerprint: 'a' }],
    portal.clock.now,
  )
  await countAll({ db: portal.db, log: pino({ level: 'silent' }) })

  const answer = await upload('noviembre.csv', [
    HEADER,
    `${sim.imsi},CDR-1,${iso(120)},${iso(60)},${MB},${4 * MB}`,
    `,CDR-2,${iso(120)},${iso(60)},1,1`,
    `${sim.imsi},CDR-3,ayer,${iso(60)},1,1`,
  ])
  expect(answer.json()).toMatchObject({
    status: true,
    data: {
      fileName: 'noviembre.csv',
      records: 1,
      badLineCount: 2,
      badLines: [
        { line: 3, sentence: 'No indica la SIM: falta ICC, IMSI o MSISDN' },
        { line: 4, sentence: expect.stringContaining('ISO 8601') },
      ],
    },
  })
  await countAll({ db: portal.db, log: pino({ level: 'silent' }) })
  const { files, differences } = await portal.data(getAccounting, 'admin')
  expect(files).toMatchObject([{ name: 'noviembre.csv', records: 1, badLines: 2, problem: '' }])
  expect(differences).toMatchObject([
    { icc: sim.iccid, sessionKey: 'CDR-1', countedBytes: 4 * MB, finalBytes: 5 * MB, source: 'noviembre.csv' },
  ])
  expect(await auditRows(portal, 'charging_file.taken')).toHaveLength(1)
})

test('a file that cannot be read is refused with the reason, is listed, and leaves nothing behind', async () => {
  const answer = await upload('otra.csv', ['imsi,session', `${sim.imsi},CDR-9`])
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ fields: { file: 'Faltan columnas: start, stop, uplink_bytes, downlink_bytes' } })
  const { files } = await portal.data(getAccounting, 'admin')
  expect(files[0]).toMatchObject({ name: 'otra.csv', records: 0, problem: expect.stringContaining('Faltan columnas') })
  expect(await readdir(join(portal.services.config.DATA_DIR, 'cdr-uploads'))).toEqual([])
})
