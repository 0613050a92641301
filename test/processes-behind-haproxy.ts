import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { freeTcpPort, freeUdpPort } from './free-port.ts'
import { startHaproxy } from './haproxy.ts'
import type { IsOver } from './portal-load.ts'
import { startProcess, type TestServerProcess } from './server-process.ts'

const PROCESSES = 3
const RESTART_MS = 1_000

/** Three processes behind HAProxy that share the port for accounting. */
export interface ProcessesBehindHaproxy {
  readonly address: string
  readonly radiusPort: number
  /** kills one process after the other, each while the two others serve, and starts it again; every fourth is asked to stop */
  readonly killUntil: (isOver: IsOver, pauseMs: number, onKill?: (kills: number) => void) => Promise<number>
  readonly close: () => Promise<void>
}

/** @param folder for what the processes have on their disks */
export async function startBehindHaproxy(folder: string, env: Record<string, string>): Promise<ProcessesBehindHaproxy> {
  const radiusPort = await freeUdpPort()
  const ports: number[] = []
  while (ports.length < PROCESSES) ports.push(await freeTcpPort())
  const start = (port: number): TestServerProcess =>
    startProcess({
      ...{ PORT: String(port), RADIUS_PORT: String(radiusPort), RADIUS_REUSE_PORT: 'true', STOP_DELAY_SECONDS: '3' },
      ...{ TRUST_PROXY: 'true', SEED: 'none', DATA_DIR: join(folder, String(port)), DATABASE_POOL: '5' },
      ...{ PERSON_REQUESTS_PER_MINUTE: '1000000' },
      ...env,
    })
  /** As a supervisor does: a process that starts while its database is away ends, and is started again. */
  const startUntilReady = async (port: number): Promise<TestServerProcess> => {
    for (;;) {
      const started = start(port)
      const isReady = await started.address.then(
        () => true,
        () => false,
      )
      if (isReady) return started
      await sleep(RESTART_MS)
    }
  }
  const processes = ports.map(start)
  await Promise.all(processes.map(({ address }) => address))
  const balancer = await startHaproxy(await freeTcpPort(), ports)
  return {
    address: balancer.address,
    radiusPort,
    killUntil: async (isOver, pauseMs, onKill = () => undefined) => {
      let kills = 0
      for (; !isOver(); kills++) {
        const index = kills % PROCESSES
        await sleep(pauseMs)
        const ending = processes[index]
        const signal = kills % 4 === 3 ? 'SIGTERM' : 'SIGKILL'
        ending?.child.kill(signal)
        const ended = await ending?.ended
        if (signal === 'SIGTERM') expect(ended).toMatchObject({ code: 0, stderr: '' })
        processes[index] = await startUntilReady(ports[index] ?? 0)
        onKill(kills + 1)
      }
      return kills
    },
    close: async () => {
      await balancer.close()
      for (const { child } of processes) child.kill('SIGKILL')
      await Promise.all(processes.map(({ ended }) => ended))
    },
  }
}
