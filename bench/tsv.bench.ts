import copyStreams from 'pg-copy-streams'
import { type Figure, figure, times } from './figure.ts'
import type { Stand } from './stand.ts'
import { median } from './statistics.ts'

const ROUNDS = 3
const SAMPLE_MS = 50

/** The list's columns as they lie in the tables. */
const COLUMNS = `s.origin_id, s.sim_type_id, s.plan_code, s.activated_at, s.iccid, s.msisdn, s.imei, s.device, s.administrative_status,
  l.gprs_status, l.ip, l.day_data_bytes, l.cycle_data_bytes, l.day_voice_seconds, l.cycle_voice_seconds, l.day_sms, l.cycle_sms,
  s.custom_field_1, s.custom_field_2, s.apn_id, p.data_mb, l.serving_network, s.company_id`

interface Run {
  readonly seconds: number
  readonly bytes: number
}

async function run(work: () => Promise<number>): Promise<Run> {
  const begin = performance.now()
  const bytes = await work()
  return { seconds: (performance.now() - begin) / 1000, bytes }
}

async function copyOut(stand: Stand): Promise<number> {
  const client = await stand.pool.connect()
  let bytes = 0
  try {
    const from =
      'sims s JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid JOIN plans p ON p.plan_code = s.plan_code'
    const stream = client.query(copyStreams.to(`COPY (SELECT ${COLUMNS} FROM ${from}) TO STDOUT`))
    for await (const chunk of stream) bytes += (chunk as Buffer).length
  } finally {
    client.release()
  }
  return bytes
}

/** The most memory that a process holds while some work is done, MiB. */
async function peakMiB(memoryMiB: () => number, work: () => Promise<void>): Promise<number> {
  let peak = memoryMiB()
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryMiB())
  }, SAMPLE_MS)
  await work()
  clearInterval(timer)
  return peak
}

/** The whole list as tab-separated text over HTTP, beside COPY of the same columns. */
export async function benchTsv(stand: Stand): Promise<Figure[]> {
  const client = await stand.clientFor('administrator')
  const memory = stand.server.memoryMiB
  const before = memory()
  const portal: Run[] = []
  const copy: Run[] = []
  const peaks: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    copy.push(await run(() => copyOut(stand)))
    peaks.push(await peakMiB(memory, async () => void portal.push(await run(() => client.drain('POST', '/sim/sims', {})))))
  }
  const seconds = median(portal.map((one) => one.seconds))
  const limit = median(copy.map((one) => one.seconds))
  const megabytes = (median(portal.map((one) => one.bytes)) / 1e6).toFixed(0)
  return [
    figure({
      name: `tsv: the whole list, ${megabytes} MB`,
      value: `${seconds.toFixed(2)} s`,
      limit: `${limit.toFixed(2)} s COPY … TO STDOUT`,
      ratio: times(seconds / limit),
      goal: '≤ 1.3 ×',
      reached: seconds / limit <= 1.3,
    }),
    figure({
      name: 'tsv: memory of the server, most while streaming',
      value: peaks.map((peak) => `${peak.toFixed(0)} MiB`).join(', '),
      limit: `${before.toFixed(0)} MiB before`,
      ratio: times(Math.max(...peaks) / before),
      goal: 'flat: the last no more than the first',
      reached: (peaks.at(-1) ?? 0) <= (peaks[0] ?? 0) * 1.1,
    }),
  ]
}
