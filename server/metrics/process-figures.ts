import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Pool } from 'pg'
import { printFigure, type Sample } from './registry.ts'

type EventLoopDelay = ReturnType<typeof monitorEventLoopDelay>

/** How late the event loop is, measured while figures are served. */
export const watchEventLoop = (): EventLoopDelay => {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return delay
}

/** What is true of the process now. The delay begins anew, so that each reader sees the time since the last one. */
export function processFigures(delay: EventLoopDelay, pools: Readonly<Record<string, Pool>>): string {
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
    printFigure(
      { name: 'enlace_event_loop_delay_seconds', help: 'How late timers are, since the last reading.', labels: ['quantile'] },
      'gauge',
      lag,
    ),
    printFigure({ name: 'process_resident_memory_bytes', help: 'Memory of the process.' }, 'gauge', one(rss)),
    printFigure({ name: 'enlace_heap_used_bytes', help: 'Memory of live objects.' }, 'gauge', one(heapUsed)),
    printFigure({ name: 'enlace_external_memory_bytes', help: 'Memory of buffers.' }, 'gauge', one(external)),
    printFigure({ name: 'process_cpu_seconds_total', help: 'Processor time.' }, 'counter', one((user + system) / 1e6)),
    printFigure(
      { name: 'process_start_time_seconds', help: 'When the process began.' },
      'gauge',
      one(Math.round(Date.now() / 1000 - process.uptime())),
    ),
    printFigure(
      { name: 'enlace_db_connections', help: 'Connections to the database.', labels: ['pool', 'state'] },
      'gauge',
      connections,
    ),
    printFigure({ name: 'enlace_db_waiting', help: 'Who waits for a connection.', labels: ['pool'] }, 'gauge', waiting),
  ].join('')
}
