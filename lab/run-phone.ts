import { setTimeout as sleep } from 'node:timers/promises'
import { LAB_NETWORK } from './core/configs.ts'
import type { GbCell } from './phone/gb-cell.ts'
import { createGprsPhone, NetworkRefusal, type PhoneEvent } from './phone/gprs-phone.ts'
import { labImei, labSim } from './portal/lab-network.ts'

/** Pause between sends, and between attempts to attach. */
const [SEND_INTERVAL_MS, RETRY_MS] = [2_000, 3_000] as const

/** Runs phone number n until it is aborted: it attaches, opens a session, sends, and starts again after it was detached. */
export async function runPhone(cell: GbCell, n: number, report: (state: string) => void, signal: AbortSignal): Promise<void> {
  const show = reportChanges(report)
  const phone = createGprsPhone(cell, { imsi: labSim(n).imsi, imei: labImei(n), onEvent: (event) => show(EVENT_TEXTS[event]) })
  const step = async (): Promise<number> => {
    if (!phone.isAttached()) await phone.attach()
    if (phone.ip() === '') show(`in session, ${await phone.connect(LAB_NETWORK.apn)}`)
    await phone.send(200 * n)
    return SEND_INTERVAL_MS
  }
  while (!signal.aborted) {
    const restMs = await step().catch((error: unknown) => {
      show(error instanceof NetworkRefusal ? 'refused by the network' : 'without an answer from the network')
      return RETRY_MS
    })
    await sleep(restMs, undefined, { signal }).catch(() => undefined)
  }
  phone.close()
}

const EVENT_TEXTS: Readonly<Record<PhoneEvent, string>> = {
  detached: 'detached by the network',
  'reattach requested': 'asked by the network to attach again',
  'session ended': 'session ended by the network',
}

/** Reports a state only when it has changed. */
function reportChanges(report: (state: string) => void): (state: string) => void {
  let last = ''
  return (state) => {
    if (state !== last) report(state)
    last = state
  }
}
