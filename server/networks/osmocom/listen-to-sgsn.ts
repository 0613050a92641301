import { setTimeout as sleep } from 'node:timers/promises'
import { startPoller } from '#server/jobs/poller.ts'
import type { EventSink, NetworkEvent } from '../network-events.ts'
import { type ChargingRow, readChargingRow } from './charging-row.ts'
import { openControl } from './control.ts'
import type { OsmocomServices } from './services.ts'
import { createServingNetworks, type ServingNetworks } from './serving-networks.ts'
import { createSessionTracker, type ImsiEvent, type SessionTracker } from './session-tracker.ts'
import type { OsmocomSettings } from './settings.ts'
import { readActiveContexts, type Sgsn } from './sgsn.ts'
import { iccidsOf, openSessions, servingNetworkOf } from './stored-sessions.queries.ts'
import { tryAdvisoryLock } from './try-advisory-lock.ts'

interface Listener extends OsmocomServices {
  readonly networkId: string
  readonly settings: () => OsmocomSettings
  readonly sgsn: Sgsn
  readonly sink: EventSink
}

/** A message of the SGSN: a charging row, or the list of its active contexts. */
type SgsnMessage = { readonly row: ChargingRow } | { readonly activeContexts: string; readonly at: Date }

/** How often the active contexts are read; a read also finds a dead connection. */
const POLL_INTERVAL_MS = 15_000
/** Pause before the next attempt, without a connection, and while another process listens. */
const [RETRY_MS, LOCK_RETRY_MS] = [500, 3_000] as const
const MAX_BATCH = 500

/**
 * Receives the charging records of an SGSN (the trap `cdr-v1`) and passes them on as events until the returned function is called. One
 * process at a time listens, the one that holds the lock. Missed rows are made good by polling the active contexts: volumes count from
 * a session's start, so its next row has all of them.
 */
export function listenToSgsn(listener: Listener): () => Promise<void> {
  const ending = new AbortController()
  const listening = listenUntil(listener, ending.signal)
  return async () => {
    ending.abort()
    await listening
  }
}

async function listenUntil(listener: Listener, signal: AbortSignal): Promise<void> {
  const { networkId, log } = listener
  while (!signal.aborted) {
    const pauseMs = await listenWithLock(listener, signal).catch((error: unknown) => {
      log.error({ err: error, network: networkId }, 'charging records cannot be processed; retrying')
      return LOCK_RETRY_MS
    })
    await pauseFor(pauseMs, signal)
  }
}

/** Listens as long as this process holds the lock. @returns pause before the next attempt */
async function listenWithLock(listener: Listener, signal: AbortSignal): Promise<number> {
  const { networkId, pool, askCells, settings, sgsn, clock, log } = listener
  await using lock = await tryAdvisoryLock(pool, `enlace:osmocom:${networkId}`)
  if (!lock.isAcquired) return LOCK_RETRY_MS
  const open = await openSessions(askCells, networkId)
  const networks = createServingNetworks({
    readCells: sgsn.cells,
    home: () => servingNetworkOf(settings().plmn),
    clock,
    onFailure: (error) => log.warn({ err: error, network: networkId }, 'the cells of the SGSN could not be read'),
  })
  const tracking = { tracker: createSessionTracker({ networkId, open, servingNetwork: networks.of }), networks }
  let isLogged = false
  while (!signal.aborted && lock.isHeld()) {
    try {
      await processConnection(listener, tracking, AbortSignal.any([signal, lock.lost]))
      isLogged = false
    } catch (error) {
      if (!isLogged && !signal.aborted) log.warn({ err: error, network: networkId }, 'no connection to the SGSN; retrying')
      isLogged = true
      await pauseFor(RETRY_MS, signal)
    }
  }
  return RETRY_MS
}

const pauseFor = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined)

interface Tracking {
  readonly tracker: SessionTracker
  readonly networks: ServingNetworks
}

/** Processes the messages of one connection until it ends. @throws the reason of its end */
async function processConnection(listener: Listener, tracking: Tracking, signal: AbortSignal): Promise<void> {
  const { settings, clock, log } = listener
  const { sgsnHost: host, sgsnCtrlPort: port } = settings()
  const messages: SgsnMessage[] = []
  let notify: () => void = () => undefined
  let failure: unknown
  const receive = (message: SgsnMessage): void => {
    messages.push(message)
    notify()
  }
  const receiveTrap = (name: string, text: string): void => {
    const row = name === 'cdr-v1' ? readChargingRow(text) : undefined
    if (row) receive({ row })
  }
  const control = await openControl({ host, port }, { onTrap: receiveTrap, onClose: () => notify() })
  const readActive = async (): Promise<void> => {
    try {
      const activeContexts = await control.get('subscriber-list-active-v1')
      receive({ activeContexts, at: clock() })
    } catch (error) {
      failure ??= error
      control.close()
    }
  }
  const nextMessage = (): Promise<void> =>
    new Promise((resolve) => {
      notify = resolve
      if (messages.length > 0 || !control.isOpen()) resolve()
    })
  const close = (): void => control.close()
  signal.addEventListener('abort', close, { once: true })
  const stopPolling = startPoller(readActive, {
    everyMs: POLL_INTERVAL_MS,
    isFirstAtOnce: true,
    log,
    failure: 'the active contexts of the SGSN could not be read',
  })
  try {
    while (!signal.aborted) {
      const batch = messages.splice(0, MAX_BATCH)
      if (batch.length > 0) await storeEvents(listener, await eventsOf(tracking, batch), signal)
      else if (!control.isOpen()) throw failure ?? new Error(`${host}:${port}: the connection ended`)
      else await nextMessage()
    }
  } finally {
    signal.removeEventListener('abort', close)
    control.close()
    await stopPolling()
  }
}

async function eventsOf({ tracker, networks }: Tracking, batch: readonly SgsnMessage[]): Promise<ImsiEvent[]> {
  await networks.refreshFor(batch.flatMap((message) => ('row' in message ? [message.row] : [])))
  return batch.flatMap((message) =>
    'row' in message
      ? tracker.applyRow(message.row)
      : tracker.closeMissing(readActiveContexts(message.activeContexts), message.at),
  )
}

/** Retries until the events are stored: the SGSN sends nothing twice. */
async function storeEvents(listener: Listener, events: readonly ImsiEvent[], signal: AbortSignal): Promise<void> {
  const { askCells, networkId, sink, log } = listener
  while (events.length > 0 && !signal.aborted) {
    try {
      const iccids = await iccidsOf(askCells, networkId, [...new Set(events.map(({ imsi }) => imsi))])
      const ours = events.flatMap(({ imsi, ...event }): NetworkEvent[] => {
        const iccid = iccids.get(imsi)
        return iccid === undefined ? [] : [{ ...event, iccid } as NetworkEvent]
      })
      if (ours.length > 0) await sink(ours)
      return
    } catch (error) {
      log.warn({ err: error, network: networkId, events: events.length }, 'charging records could not be stored; retrying')
      await pauseFor(RETRY_MS, signal)
    }
  }
}
