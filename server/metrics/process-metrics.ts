import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Pool } from 'pg'
import { formatMetric, type Sample } from './registry.ts'

type EventLoopDelay = ReturnType<typeof monitorEventLoopDelay>

/** The delay of the event loop, measured while metrics are served. */
export const monitorEventLoop = (): EventLoopDelay => {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return delay
}

/** Metrics of the process. The delay is reset, so that each scrape sees the time since the previous one. */
export function processMetrics(delay: EventLoopDelay, pools: Readonly<Record<string, Pool>>): string {
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const seconds = (nanoseconds: number): number => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)
  const lag: Sample[] = [
    [['0.5'], seconds(delay.percentile(50))],
    [['0.99'], seconds(delay.percentile(99))],
    [['1'], seconds(delay.max)],
  ]
  delay.reset()
  const connections = Object.entries(pools).flatMap(([name, pool]): Sample[] => [
    [[name, 'busy'], pool.totalCount - pool.idleCount],
    [[name, 'idle'], pool.idleCount],
  ])
  const waiting = Object.entries(pools).map(([name, pool]): Sample => [[name], pool.waitingCount])
  const one = (value: number): Sample[] => [[[], value]]
  return [
    formatMetric(
      { name: 'enlace_event_loop_delay_seconds', help: 'How late timers are, since the last reading.', labels: ['quantile'] },
      'gauge',
      lag,
    ),
    formatMetric({ name: 'process_resident_memory_bytes', help: 'Memory of the process.' }, 'gauge', one(rss)),
    formatMetric({ name: 'enlace_heap_used_bytes', help: 'Memory of live objects.' }, 'gauge', one(heapUsed)),
    formatMetric({ name: 'enlace_external_memory_bytes', help: 'Memory of buffers.' }, 'gauge', one(external)),
    formatMetric({ name: 'process_cpu_seconds_total', help: 'Processor time.' }, 'counter', one((user + system) / 1e6)),
    formatMetric(
      { name: 'process_start_time_seconds', help: 'When the process began.' },
      'gauge',
      one(Math.round(Date.now() / 1000 - process.uptime())),
    ),
    formatMetric(
      { name: 'enlace_db_connections', help: 'Connections to the database.', labels: ['pool', 'state'] },
      'gauge',
      connections,
    ),
    formatMetric({ name: 'enlace_db_waiting', help: 'Who waits for a connection.', labels: ['pool'] }, 'gauge', waiting),
  ].join('')
}
