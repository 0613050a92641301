import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import {
  cloudEvent,
  type DataVolume,
  type EndReason,
  type EventApiName,
  type EventSource,
  endOf,
  eventApi,
  type NewEvent,
  type Step,
  type SubscribedSim,
  stepTo,
  VOLUME_EVENTS,
  volumeLevel,
} from '#domain/camara-events.ts'
import { GPRS_STATUS } from '#domain/sim-status.ts'
import { CAMARA_EVENT } from '#domain/webhooks.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { readAdministrations } from './administrative-facts.ts'
import { lockLiveSims } from './lock-live-sims.ts'
import { type SimKey, simKey } from './sim-key.ts'

/**
 * Subscriptions of CAMARA as rows beside their SIMs. The code that writes what they are about calls `noticeSims` in the same transaction, with the rows
 * of the SIMs locked: the level is read anew, and what has become of it is written with it, so that a repeated step has no second effect.
 * Locks are taken in the order SIM, company, sink, subscription.
 */

export interface Subscription extends EventSource, SimKey {
  /** whose API key it is: the SIM's company, or one above it */
  readonly ownerId: number
  readonly endpointId: number
}

/** Columns of s, a row of camara_subscriptions, as a Subscription. */
export const SUBSCRIPTION = sql`
  s.company_id AS "companyId", s.subscription_id AS "subscriptionId", s.iccid, s.owner_id AS "ownerId", s.endpoint_id AS "endpointId",
  s.api, s.type, s.source, s.subject, s.level, s.events, s.max_events AS "maxEvents"`

export interface NoticedSim extends SimKey {
  /** whether the network has it, if that was reported; undefined when nothing was said of it */
  readonly isInNetwork?: boolean | undefined
  /** the moment of which that was reported */
  readonly saidAt?: Date | undefined
  /** of its plan, when it used data: other SIMs may have the same pool */
  readonly usedPlan?: string | undefined
}

interface SimRow extends Omit<SubscribedSim, 'isInNetwork' | 'saidAt' | 'location' | 'volume'> {
  readonly companyId: number
  /** the SIM that it is about now; of a number, perhaps another than before */
  readonly simIccid: string
  readonly latitude: number | null
  readonly longitude: number | null
}

/** Columns of i, a SIM, and l, its live row, as a SimRow. */
const SIM = sql`
  i.iccid AS "simIccid", i.imsi, l.serving_network AS network, l.radio_technology AS "radioTechnology",
  l.gprs_status = ${sql.lit(GPRS_STATUS.activated)} AS "hasSession", l.latitude, l.longitude,
  coalesce(to_char(i.activated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '') AS "activatedAt",
  l.device_imei AS imei, EXISTS (
    SELECT FROM lock_breaches b WHERE b.company_id = i.company_id AND b.iccid = i.iccid AND b.kind = 'geofence' AND b.ended_at IS NULL
  ) AS "hasLeft"`

/** What is not in its rows, or not said by them. */
interface Beside extends Pick<SubscribedSim, 'volume'> {
  readonly said: Pick<NoticedSim, 'isInNetwork' | 'saidAt'> | undefined
}

const simOf = ({ latitude, longitude, ...row }: SimRow, { said, volume }: Beside): SubscribedSim => ({
  ...row,
  volume,
  isInNetwork: said?.isInNetwork,
  saidAt: said?.saidAt?.toISOString() ?? '',
  location: latitude === null || longitude === null ? undefined : { latitude, longitude },
})

/** The data volumes of SIMs, as the question about them is answered. */
async function volumesOf(trx: DatabaseTransaction, sims: readonly SimKey[], now: Date): Promise<Map<string, DataVolume>> {
  if (sims.length === 0) return new Map()
  const rows = await readAdministrations({ db: trx, now }, sims)
  return new Map(rows.map((row) => [simKey(row), { ...row, cycleStart: row.cycle }]))
}

interface NewSubject extends NoticedSim {
  /** of the subscription */
  readonly api: EventApiName
}

/** A SIM as its subscriptions are judged by it; its rows are locked from then on. Undefined when the company does not have it. */
export async function lockSubscribedSim(
  trx: DatabaseTransaction,
  { companyId, iccid, isInNetwork, api }: NewSubject,
  now: Date,
): Promise<SubscribedSim | undefined> {
  await lockLiveSims(trx, [{ companyId, iccid }])
  const { rows } = await sql<SimRow>`
    SELECT i.company_id AS "companyId", ${SIM} FROM sims i JOIN sim_live l ON l.company_id = i.company_id AND l.iccid = i.iccid
    WHERE i.company_id = ${companyId} AND i.iccid = ${iccid}`.execute(trx)
  const volumes = await volumesOf(trx, api === VOLUME_EVENTS ? [{ companyId, iccid }] : [], now)
  return rows[0] && simOf(rows[0], { said: { isInNetwork }, volume: volumes.get(simKey({ companyId, iccid })) })
}

/**
 * Judges the subscriptions of SIMs of which something was written, in the caller's transaction. Without any it costs one read of an index
 * for all of them.
 */
export async function noticeSims(trx: DatabaseTransaction, sims: readonly NoticedSim[], now: Date): Promise<void> {
  if (!(await areSubscribed(trx, sims))) return
  await judge(trx, [...sims, ...(await poolMates(trx, sims, now))], sql`s.iccid = i.iccid`, now)
}

/**
 * Further SIMs whose volume is that of a pool from which one of these used data, as far as it is another level of a subscription: to lock the
 * subscriptions of a whole pool with each report would be a write for each.
 */
async function poolMates(trx: DatabaseTransaction, sims: readonly NoticedSim[], now: Date): Promise<NoticedSim[]> {
  const used = sims.filter(({ usedPlan }) => usedPlan !== undefined)
  if (used.length === 0) return []
  const given = new Set(sims.map(simKey))
  const { rows } = await sql<SimKey & Pick<Subscription, 'level'>>`
    SELECT s.company_id AS "companyId", s.iccid, s.level
    FROM (
      SELECT DISTINCT company_id, plan_code
      FROM unnest(${used.map(({ companyId }) => companyId)}::int[], ${used.map(({ usedPlan }) => usedPlan)}::text[]) AS u(company_id, plan_code)
    ) w
    JOIN plans p ON p.plan_code = w.plan_code COLLATE "C" AND p.pooled
    JOIN camara_subscriptions s ON s.company_id = w.company_id AND s.api = ${VOLUME_EVENTS} AND s.ended_at IS NULL
    JOIN sims i ON i.company_id = s.company_id AND i.iccid = s.iccid AND i.plan_code = p.plan_code`.execute(trx)
  const mates = rows.filter((row) => !given.has(simKey(row)))
  const volumes = await volumesOf(trx, mates, now)
  const moved = mates.filter((mate) => volumeLevel({ volume: volumes.get(simKey(mate)) }, mate.level) !== mate.level)
  return [...new Map(moved.map(({ companyId, iccid }) => [simKey({ companyId, iccid }), { companyId, iccid }])).values()]
}

/** The same for SIMs that became active, by their numbers: another SIM may have had the number before. */
export async function noticeActivations(trx: DatabaseTransaction, sims: readonly NoticedSim[], now: Date): Promise<void> {
  if (!(await areSubscribed(trx, sims))) return
  await judge(trx, sims, sql`s.msisdn = i.msisdn AND s.msisdn <> ''`, now)
}

async function areSubscribed(trx: DatabaseTransaction, sims: readonly NoticedSim[]): Promise<boolean> {
  if (sims.length === 0) return false
  const companies = [...new Set(sims.map(({ companyId }) => companyId))]
  const { rows } = await sql<{ are: boolean }>`
    SELECT EXISTS (
      SELECT FROM camara_subscriptions WHERE company_id = ANY(${companies}::int[]) AND ended_at IS NULL) AS are`.execute(trx)
  return rows[0]?.are ?? false
}

/** @param joined which subscriptions s of its company a SIM i has */
async function judge(
  trx: DatabaseTransaction,
  sims: readonly NoticedSim[],
  joined: RawBuilder<unknown>,
  now: Date,
): Promise<void> {
  const { rows } = await sql<Subscription & SimRow & { n: number }>`
    SELECT n.n::int - 1 AS n, ${SUBSCRIPTION}, ${SIM}
    FROM unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[]) WITH ORDINALITY AS n(company_id, iccid, n)
    JOIN sims i ON i.company_id = n.company_id AND i.iccid = n.iccid COLLATE "C"
    JOIN sim_live l ON l.company_id = i.company_id AND l.iccid = i.iccid
    JOIN camara_subscriptions s ON s.company_id = i.company_id AND ${joined}
    WHERE s.ended_at IS NULL AND coalesce(s.ends_at > ${now}, true)
    ORDER BY s.company_id, s.subscription_id FOR NO KEY UPDATE OF s`.execute(trx)
  const ofVolumes = rows.filter(({ api }) => api === VOLUME_EVENTS)
  const volumes = await volumesOf(trx, ofVolumes, now)
  const steps = rows.flatMap((row): SubscriptionStep[] => {
    const sim = simOf(row, { said: sims[row.n], volume: volumes.get(simKey(row)) })
    const level = eventApi(row.api).level(sim, row.level, row)
    const { simIccid } = row
    if (level === row.level && simIccid === row.iccid) return []
    return [{ subscription: row, iccid: simIccid, step: stepTo(row, level) }]
  })
  await writeSteps(trx, steps, now)
}

export interface SubscriptionStep {
  readonly subscription: Subscription
  /** the SIM that it is about from then on */
  readonly iccid: string
  readonly step: Step
}

async function writeSteps(trx: DatabaseTransaction, steps: readonly SubscriptionStep[], now: Date): Promise<void> {
  if (steps.length === 0) return
  const rows = steps.map(({ subscription: { companyId, subscriptionId }, iccid, step: { level, events, endReason } }) => ({
    ...{ companyId, subscriptionId, iccid, level, events },
    endReason: endReason ?? '',
  }))
  await sql`
    UPDATE camara_subscriptions s SET iccid = n.iccid, level = n.level, events = n.events, end_reason = n."endReason",
      ended_at = CASE WHEN n."endReason" <> '' THEN ${now}::timestamptz END
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("companyId" int, "subscriptionId" uuid, iccid text, level text, events int,
      "endReason" text)
    WHERE s.company_id = n."companyId" AND s.subscription_id = n."subscriptionId"`.execute(trx)
  await enqueueEvents(
    trx,
    steps.flatMap(({ subscription, step }) => step.sent.map((event) => ({ subscription, event }))),
    now,
  )
}

interface AddressedEvent {
  readonly subscription: Pick<Subscription, 'ownerId' | 'endpointId' | 'source'>
  readonly event: NewEvent
}

/** Enqueues events for the sinks of their subscriptions; one that was turned off gets none. */
export async function enqueueEvents(trx: DatabaseTransaction, sent: readonly AddressedEvent[], now: Date): Promise<void> {
  if (sent.length === 0) return
  const rows = sent.map(({ subscription: { ownerId, endpointId, source }, event }) => ({
    ...{ ownerId, endpointId },
    body: cloudEvent({ ...event, id: randomUUID(), source, at: now }),
  }))
  await sql`
    WITH due AS MATERIALIZED (
      SELECT e.company_id, e.endpoint_id, n.body, n.n
      FROM ROWS FROM (json_to_recordset(${JSON.stringify(rows)}::json) AS ("ownerId" int, "endpointId" int, body text))
        WITH ORDINALITY AS n("ownerId", "endpointId", body, n)
      JOIN webhook_endpoints e ON e.company_id = n."ownerId" AND e.endpoint_id = n."endpointId" AND e.is_active
    )
    INSERT INTO webhook_messages (company_id, endpoint_id, event, items, body, at, due_at)
    SELECT company_id, endpoint_id, ${CAMARA_EVENT}::text, 1, body, ${now}::timestamptz, ${now}::timestamptz
    FROM due ORDER BY n`.execute(trx)
}

/**
 * Ends subscriptions, and says so to their sinks.
 * @param condition on s, a subscription
 * @returns those that it ended
 */
export async function endSubscriptions(
  trx: DatabaseTransaction,
  condition: RawBuilder<unknown>,
  reason: EndReason,
  now: Date,
): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    SELECT ${SUBSCRIPTION} FROM camara_subscriptions s WHERE s.ended_at IS NULL AND ${condition}
    ORDER BY s.company_id, s.subscription_id FOR NO KEY UPDATE`.execute(trx)
  const endings = rows.map((subscription) => ({ subscription, reason }))
  await end(trx, endings, now)
  return rows
}

interface Ending {
  readonly subscription: Subscription
  readonly reason: EndReason
}

async function end(trx: DatabaseTransaction, endings: readonly Ending[], now: Date): Promise<void> {
  const steps = endings.map(({ subscription, reason }): SubscriptionStep => {
    const { level, events, iccid } = subscription
    return { subscription, iccid, step: { level, events, endReason: reason, sent: [endOf(subscription, reason)] } }
  })
  await writeSteps(trx, steps, now)
}

/** Subscriptions whose time is over that one transaction ends. */
const BATCH = 500

/**
 * Ends subscriptions whose time is over.
 * @returns how many
 */
export function endDueSubscriptions(db: Database, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Subscription & { endsBy: EndReason }>`
      SELECT ${SUBSCRIPTION}, s.ends_by AS "endsBy" FROM camara_subscriptions s
      WHERE s.ended_at IS NULL AND s.ends_at <= ${now}
      ORDER BY s.ends_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED`.execute(trx)
    const endings = rows.map(({ endsBy, ...subscription }) => ({ subscription, reason: endsBy }))
    await end(trx, endings, now)
    return rows.length
  })
}

/** Ends the subscriptions of SIMs that leave their companies. */
export async function leaveSubscriptions(
  trx: DatabaseTransaction,
  sims: readonly { readonly companyId: number | null; readonly iccid: string }[],
  now: Date,
): Promise<void> {
  const leaving = sql`EXISTS (
    SELECT FROM unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[]) AS m(company_id, iccid)
    WHERE m.company_id = s.company_id AND m.iccid = s.iccid COLLATE "C")`
  await endSubscriptions(trx, leaving, 'NETWORK_TERMINATED', now)
}
