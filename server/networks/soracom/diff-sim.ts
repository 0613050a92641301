import { HOUR_MS } from '#domain/time.ts'
import type { NetworkEvent } from '../network-events.ts'
import type { SoracomBucket, SoracomSessionEvent, SoracomSim } from './answers.ts'
import { bytesOf } from './reads.ts'
import type { SyncState } from './sync-state.ts'
import {
  mapState,
  plausibleTime,
  soracomCellOf,
  soracomRadioTechnology,
  soracomServingNetwork,
  validImei,
  validIp,
} from './views.ts'

/** Length of a usage step. */
const USAGE_STEP_MS = 300_000
/** A step that started this long ago no longer grows. */
const SETTLED_MS = HOUR_MS
/** Usage is reported at least this often, so that it is dated to the right hours. */
const MAX_REPORT_MS = HOUR_MS

/** What a poll found of a SIM. */
export interface SimFindings {
  readonly iccid: string
  readonly sim: SoracomSim
  /** its session events since the last poll, in order; undefined: not read */
  readonly history: readonly SoracomSessionEvent[] | undefined
  /** its usage since `settledUntil`, in order; undefined: not read */
  readonly usage: readonly SoracomBucket[] | undefined
}

export interface SimDiff {
  readonly state: SyncState
  readonly events: readonly NetworkEvent[]
}

/**
 * Computes the events for a SIM's changes and its new synchronisation state. The same findings on the same state give
 * the same events with the same ids, so an interrupted poll can be repeated. Each byte of each step is reported once:
 * for the session that was open when the step began, or else the nearest.
 */
export function diffSim(before: SyncState, findings: SimFindings, now: Date): SimDiff {
  const differ = new SimDiffer(before, findings, now)
  differ.compareState()
  const moments = [
    ...(findings.history ?? []).map((event) => ({ at: event.time, take: () => differ.addSessionEvent(event) })),
    ...(findings.usage ?? []).map((step) => ({ at: step.unixtime * 1000, take: () => differ.addUsage(step) })),
  ].sort((a, b) => a.at - b.at)
  for (const { take } of moments) take()
  differ.reconcileWithList()
  return differ.finish()
}

/** A fingerprint of a SIM's sessions as shown in the list. */
export function sessionsFingerprint({ sessionStatus, previousSession }: SoracomSim): string {
  const { sessionId, online } = sessionStatus ?? {}
  return [online ? 'online' : '', sessionId ?? '', previousSession?.sessionId ?? '', previousSession?.deletedTime ?? ''].join(
    ' ',
  )
}

type Session = NonNullable<SyncState['addSessionEvent']>

class SimDiffer {
  readonly #events: NetworkEvent[] = []
  readonly #findings: SimFindings
  readonly #now: Date
  readonly #reportedBefore: number
  #state: SyncState
  /** since when the session has unreported usage */
  #unreportedSince: number | undefined

  constructor(before: SyncState, findings: SimFindings, now: Date) {
    this.#state = { ...before, reportedSteps: { ...before.reportedSteps } }
    this.#reportedBefore = before.reportedUntil
    this.#findings = findings
    this.#now = now
  }

  /** Reports a changed state. The API does not report its cause. */
  compareState(): void {
    const { iccid, sim } = this.#findings
    if (sim.status === this.#state.vendorState) return
    const at = plausibleTime(sim.lastModifiedTime, this.#now) ?? this.#now
    const none = { command: undefined, requestId: '', reference: '' }
    const id = `${iccid}:state:${sim.status}:${at.getTime()}`
    this.#events.push({ kind: 'stateConfirmed', id, iccid, at, state: mapState(sim.status), vendorState: sim.status, ...none })
    this.#state = { ...this.#state, vendorState: sim.status }
  }

  addSessionEvent(event: SoracomSessionEvent): void {
    const at = plausibleTime(event.time, this.#now)
    if (!at || !event.sessionId) return
    const known = this.#state.addSessionEvent
    if (known?.key !== event.sessionId) {
      // the last event of a session that ended before any of it was reported
      if (event.event === 'Deleted' || (known && at.getTime() < known.startedAt)) return
      this.#startSession(event, at)
    } else if (event.event === 'Deleted') this.#stopSession(at)
    this.#addRegistration(event, at)
    this.#state = { ...this.#state, reportedUntil: Math.max(this.#state.reportedUntil, at.getTime()) }
  }

  #startSession(
    { sessionId, apn, ueIpAddress, cell }: Pick<SoracomSessionEvent, 'sessionId' | 'apn' | 'ueIpAddress' | 'cell'>,
    at: Date,
  ): void {
    const { iccid } = this.#findings
    if (this.#state.addSessionEvent?.stoppedAt === null) this.#stopSession(at)
    const key = sessionId ?? ''
    this.#events.push({
      kind: 'dataSessionStarted',
      id: `${iccid}:${key}:start`,
      iccid,
      at,
      sessionKey: key,
      startedAt: at,
      ip: validIp(ueIpAddress),
      apn: apn ?? '',
      sgsnIp: '',
      ggsnIp: '',
      servingNetwork: soracomServingNetwork(cell),
      radioTechnology: soracomRadioTechnology(cell),
      cell: soracomCellOf(cell),
      dataBytes: 0,
    })
    const { unattributedBytes } = this.#state
    const addSessionEvent: Session = {
      key,
      startedAt: at.getTime(),
      stoppedAt: null,
      bytes: unattributedBytes,
      at: at.getTime(),
    }
    this.#state = { ...this.#state, addSessionEvent, unattributedBytes: 0 }
    if (unattributedBytes > 0) this.#unreportedSince = at.getTime()
  }

  #stopSession(at: Date): void {
    const { addSessionEvent } = this.#state
    if (addSessionEvent?.stoppedAt !== null) return
    this.#state = {
      ...this.#state,
      addSessionEvent: { ...addSessionEvent, stoppedAt: Math.max(at.getTime(), addSessionEvent.startedAt) },
    }
    this.#report('dataSessionStopped', at.getTime())
  }

  /** Reports the device's registration at a cell. */
  #addRegistration({ event, time, sessionId, cell, imei }: SoracomSessionEvent, at: Date): void {
    const { iccid } = this.#findings
    const [servingNetwork, radioTechnology] = [soracomServingNetwork(cell), soracomRadioTechnology(cell)]
    if (event === 'Deleted' || time <= this.#reportedBefore || !servingNetwork || !radioTechnology) return
    const id = `${iccid}:${sessionId}:${event}:${time}`
    this.#events.push({ kind: 'registered', id, iccid, at, servingNetwork, radioTechnology, imei: validImei(imei) })
  }

  /** Adds the new bytes of a step, which may have grown since its last report. */
  addUsage(step: SoracomBucket): void {
    const { reportedSteps, settledUntil, addSessionEvent } = this.#state
    const startMs = step.unixtime * 1000
    if (startMs < settledUntil || !plausibleTime(startMs, this.#now)) return
    const newBytes = bytesOf(step) - (reportedSteps[step.unixtime] ?? 0)
    if (newBytes <= 0) return
    reportedSteps[step.unixtime] = bytesOf(step)
    if (!addSessionEvent) {
      this.#state = { ...this.#state, unattributedBytes: this.#state.unattributedBytes + newBytes }
      return
    }
    // after hours without usage: the new usage belongs to the end of that time
    if (
      addSessionEvent.stoppedAt === null &&
      this.#unreportedSince === undefined &&
      startMs - addSessionEvent.at >= MAX_REPORT_MS
    ) {
      this.#report('dataSessionUpdated', startMs)
    }
    const { at, stoppedAt, ...known } = this.#state.addSessionEvent ?? addSessionEvent
    this.#state = { ...this.#state, addSessionEvent: { ...known, at, stoppedAt, bytes: addSessionEvent.bytes + newBytes } }
    const finish = Math.min(startMs + USAGE_STEP_MS, this.#now.getTime())
    this.#unreportedSince ??= startMs
    // the end of an ended session is reported again with the additional bytes
    if (addSessionEvent.stoppedAt !== null) this.#report('dataSessionStopped', addSessionEvent.stoppedAt)
    else if (finish - this.#unreportedSince >= MAX_REPORT_MS) this.#report('dataSessionUpdated', finish)
  }

  #report(kind: 'dataSessionUpdated' | 'dataSessionStopped', moment: number): void {
    const { addSessionEvent } = this.#state
    if (!addSessionEvent) return
    // never earlier than the latest report: it would be dropped as out of order
    const at = Math.max(moment, addSessionEvent.at)
    const common = {
      id: `${this.#findings.iccid}:${addSessionEvent.key}:${kind === 'dataSessionStopped' ? 'stop' : 'at'}:${at}:${addSessionEvent.bytes}`,
      iccid: this.#findings.iccid,
      at: new Date(at),
      sessionKey: addSessionEvent.key,
      startedAt: new Date(addSessionEvent.startedAt),
      dataBytes: addSessionEvent.bytes,
    }
    // the API does not report why a session ended
    this.#events.push(kind === 'dataSessionStopped' ? { ...common, kind, endCause: 'unknown' } : { ...common, kind })
    this.#state = { ...this.#state, addSessionEvent: { ...addSessionEvent, at } }
    this.#unreportedSince = undefined
  }

  /** Reconciles with the list, which may show a session or an end that the history lacks. */
  reconcileWithList(): void {
    const { sessionStatus, previousSession } = this.#findings.sim
    if (!this.#findings.history) return
    const { addSessionEvent } = this.#state
    const open = sessionStatus?.online === true ? sessionStatus.sessionId : undefined
    if (open && open !== addSessionEvent?.key) {
      const at = plausibleTime(sessionStatus?.lastUpdatedAt, this.#now) ?? this.#now
      this.#startSession(
        { ...sessionStatus, apn: '' },
        new Date(Math.max(at.getTime(), addSessionEvent?.stoppedAt ?? addSessionEvent?.at ?? 0)),
      )
    } else if (addSessionEvent?.stoppedAt === null && previousSession?.sessionId === addSessionEvent.key) {
      this.#stopSession(plausibleTime(previousSession.deletedTime, this.#now) ?? this.#now)
    }
  }

  finish(): SimDiff {
    const now = this.#now.getTime()
    const { usage, history, sim } = this.#findings
    const last = usage?.at(-1)?.unixtime
    if (this.#unreportedSince !== undefined)
      this.#report('dataSessionUpdated', Math.min((last ?? 0) * 1000 + USAGE_STEP_MS, now))
    const settledUntil = usage ? Math.max(this.#state.settledUntil, now - SETTLED_MS) : this.#state.settledUntil
    const reportedSteps = Object.fromEntries(
      Object.entries(this.#state.reportedSteps).filter(([startMs]) => Number(startMs) * 1000 >= settledUntil),
    )
    const usageReadAt = usage ? now : this.#state.usageReadAt
    const fingerprint = history ? sessionsFingerprint(sim) : this.#state.fingerprint
    return { state: { ...this.#state, settledUntil, reportedSteps, usageReadAt, fingerprint }, events: this.#events }
  }
}
