import { setTimeout as sleep } from 'node:timers/promises'
import { LAB_NETWORK } from './core/configs.ts'
import type { GbCell } from './phone/gb-cell.ts'
import { createGprsPhone, type PhoneNews, Refused } from './phone/gprs-phone.ts'
import { labImei, labSim } from './portal/lab-network.ts'

/** Between two things that a phone sends, and between two attempts to get into the network. */
const [SENDS_MS, TRIES_MS] = [2_000, 3_000] as const

/** Phone number n lives until it is ended: it attaches, opens a session, sends a little, and begins again when it was thrown out. */
export async function livePhone(cell: GbCell, n: number, report: (state: string) => void, signal: AbortSignal): Promise<void> {
  const say = reportChanges(report)
  const phone = createGprsPhone(cell, { imsi: labSim(n).imsi, imei: labImei(n), onNews: (news) => say(NEWS[news]) })
  const step = async (): Promise<number> => {
    if (!phone.isAttached()) await phone.attach()
    if (phone.ip() === '') say(`in session, ${await phone.connect(LAB_NETWORK.apn)}`)
    await phone.send(200 * n)
    return SENDS_MS
  }
  while (!signal.aborted) {
    const restMs = await step().catch((error: unknown) => {
      say(error instanceof Refused ? 'refused by the network' : 'without an answer from the network')
      return TRIES_MS
    })
    await sleep(restMs, undefined, { signal }).catch(() => undefined)
  }
  phone.close()
}

const NEWS: Readonly<Record<PhoneNews, string>> = {
  detached: 'thrown out by the network',
  'asked to attach anew': 'asked by the network to attach anew',
  'session ended': 'its session was ended by the network',
}

/** Says only what is new. */
function reportChanges(report: (state: string) => void): (state: string) => void {
  let last = ''
  return (state) => {
    if (state !== last) report(state)
    last = state
  }
}
