import { setTimeout as sleep } from 'node:timers/promises'
import { startPoller } from '../../jobs/poller.ts'
import type { EventSink, NetworkEvent } from '../network-events.ts'
import { iccidsOf, openSessions, servingNetworkOf } from './books.queries.ts'
import { readChargingRow } from './charging-row.ts'
import { type Control, openControl } from './control.ts'
import { holdAlone } from './hold-alone.ts'
import type { OsmocomServices } from './osmocom-network.ts'
import { createSessionBook, type EventOfImsi, type SessionBook } from './session-book.ts'
import type { OsmocomSettings } from './settings.ts'
import { readStanding } from './sgsn.ts'

interface ListenParts extends OsmocomServices {
  readonly networkId: string
  readonly settings: () => OsmocomSettings
}

/** What came over the connection, in its order: a row of charging, or an answer to which sessions stand. */
type Heard = { readonly row: string } | { readonly standing: string; readonly at: Date }

/** How often one looks what stands: it also finds out that a connection has died without a word. */
const LOOK_EVERY_MS = 15_000
/** Until the next attempt, when there was no connection, and when another process listens. */
const [RETRY_MS, OTHERS_MS] = [500, 3_000] as const
const MOST = 500

/**
 * Hears the charging records of an SGSN (the trap `cdr-v1`) and hands them on as events, until the returned function is called. One
 * process at a time does, whichever gets the lock. What was not heard is made good by looking at what stands: volumes are told from a
 * session's beginning, so its next row has all of them.
 */
export function listenToSgsn(parts: ListenParts, sink: EventSink): () => Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  let isTold = false
  const round = async (): Promise<number> => {
    const { networkId, pool, log } = parts
    await using hold = await holdAlone(pool, `enlace:osmocom:${networkId}`)
    if (!hold.isLocked) return OTHERS_MS
    const open = await openSessions(pool, networkId)
    const servingNetwork = () => servingNetworkOf(parts.settings().plmn)
    const book = createSessionBook({ networkId, open, servingNetwork })
    while (!signal.aborted && hold.isHeld()) {
      try {
        await follow(parts, book, sink, AbortSignal.any([signal, hold.lost]))
        isTold = false
      } catch (error) {
        if (!isTold && !signal.aborted) log.warn({ err: error, network: networkId }, 'the SGSN is not heard; it is tried again')
        isTold = true
        await pauseFor(RETRY_MS, signal)
      }
    }
    return RETRY_MS
  }
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const restMs = await round().catch((error: unknown) => {
        parts.log.error({ err: error, network: parts.networkId }, 'charging records cannot be taken in; it is tried again')
        return OTHERS_MS
      })
      await pauseFor(restMs, signal)
    }
  }
  const working = work()
  return async () => {
    ending.abort()
    await working
  }
}

const pauseFor = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined)

/** Hears one connection to its end. @throws what ended it */
async function follow(parts: ListenParts, book: SessionBook, sink: EventSink, signal: AbortSignal): Promise<void> {
  const { sgsnHost: host, sgsnCtrlPort: port } = parts.settings()
  const heard: Heard[] = []
  let wake: () => void = () => undefined
  let trouble: unknown
  const hear = (one: Heard): void => {
    heard.push(one)
    wake()
  }
  const control = await openControl(
    { host, port },
    { onTrap: (name, row) => name === 'cdr-v1' && hear({ row }), onClose: () => wake() },
  )
  const look = async (): Promise<void> => {
    try {
      await lookAt(control, parts.clock, hear)
    } catch (error) {
      trouble ??= error
      control.close()
    }
  }
  const stop = (): void => control.close()
  signal.addEventListener('abort', stop, { once: true })
  const endLooking = startPoller(look, {
    everyMs: LOOK_EVERY_MS,
    isFirstAtOnce: true,
    log: parts.log,
    failure: 'the subscribers of the SGSN could not be asked for',
  })
  try {
    while (!signal.aborted) {
      const batch = heard.splice(0, MOST)
      if (batch.length > 0) await handOn(parts, eventsOf(book, batch), sink, signal)
      else if (!control.isOpen()) throw trouble ?? new Error(`${host}:${port}: the connection ended`)
      else
        await new Promise<void>((resolve) => {
          wake = resolve
          if (heard.length > 0 || !control.isOpen()) resolve()
        })
    }
  } finally {
    signal.removeEventListener('abort', stop)
    control.close()
    await endLooking()
  }
}

async function lookAt(control: Control, clock: () => Date, hear: (one: Heard) => void): Promise<void> {
  const standing = await control.get('subscriber-list-active-v1')
  hear({ standing, at: clock() })
}

function eventsOf(book: SessionBook, batch: readonly Heard[]): EventOfImsi[] {
  return batch.flatMap((one) => {
    if ('standing' in one) return book.compare(readStanding(one.standing), one.at)
    const row = readChargingRow(one.row)
    return row ? book.take(row) : []
  })
}

/** Until they are kept: the SGSN tells nothing twice. */
async function handOn(parts: ListenParts, events: readonly EventOfImsi[], sink: EventSink, signal: AbortSignal): Promise<void> {
  const { pool, networkId, log } = parts
  while (events.length > 0 && !signal.aborted) {
    try {
      const iccids = await iccidsOf(pool, networkId, [...new Set(events.map(({ imsi }) => imsi))])
      const ours = events.flatMap(({ imsi, ...event }): NetworkEvent[] => {
        const iccid = iccids.get(imsi)
        return iccid === undefined ? [] : [{ ...event, iccid } as NetworkEvent]
      })
      if (ours.length > 0) await sink(ours)
      return
    } catch (error) {
      log.warn({ err: error, network: networkId, events: events.length }, 'charging records could not be kept; they wait')
      await pauseFor(RETRY_MS, signal)
    }
  }
}
