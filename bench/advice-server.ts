import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ADVICE_THREAD_LIMITS, type AdviceTask } from '#server/features/plans/advice-task.ts'
import { limitHeapGrowth } from '#server/start/limit-heap-growth.ts'

/** Computes advice that was asked for, in a process that does nothing else, and says how long it took and what memory it had at most. */
limitHeapGrowth()
const [connectionString = '', companyId, adviceId = '', now = ''] = process.argv.slice(2)
const begin = performance.now()
const secondsSince = (): number => (performance.now() - begin) / 1000
let read = 0
const workerData: AdviceTask = {
  key: { companyId: Number(companyId), adviceId, attempts: 0 },
  connectionString,
  now: new Date(now),
}
const thread = new Worker(new URL('../server/features/plans/advice.thread.ts', import.meta.url), {
  workerData,
  resourceLimits: ADVICE_THREAD_LIMITS,
})
thread.on('message', (percent: number) => {
  if (percent <= 80) read = secondsSince()
})
const [code] = await once(thread, 'exit')
if (code !== 0) throw new Error(`the thread ended with ${code}`)
const seconds = secondsSince()
// maxRSS is in KiB
console.log(JSON.stringify({ read, seconds, peakMiB: process.resourceUsage().maxRSS / 1024 }))
