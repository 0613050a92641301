import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Call } from '#contract/call.ts'
import { type ImportData, uploadInventory } from '#contract/inventory/inventory.calls.ts'
import { massHibernation, massReactivation } from '#contract/operations/mass-actions.calls.ts'
import type { OperationProgress } from '#contract/operations/operations.calls.ts'
import { editCustom, sendSms } from '#contract/sims/sim-tools.calls.ts'
import { luhnDigit } from '#domain/identifiers.ts'
import { ATTRIBUTE, CODE } from '#server/ingest/radius/attributes.ts'
import type { RadiusSender } from '#server/ingest/radius/sender.ts'
import { accountingAttributes } from '#server/ingest/radius/write-accounting.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import { COMPANIES, PASSWORD, type TestSim } from './fleet.ts'
import { openStream } from './live-stream.ts'
import { shareOf } from './share.ts'

/** A portal as its clients use it: what a process or a database that dies must not lose. */
export interface LoadTarget {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
}

export type IsOver = () => boolean

export async function logInAt(address: string, email: string): Promise<LoadTarget> {
  const json = { 'x-api-key': 'enlace-web', 'content-type': 'application/json' }
  const login = await fetch(`${address}/api/users/session/`, {
    ...{ method: 'POST', headers: json },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  return { address, headers: { ...json, cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '' } }
}

/** What a client repeats without thought: no answer, a gateway's error, or the wish to wait. */
const isPassing = (status: number | undefined, retryAfter: string | null): boolean =>
  status === undefined || retryAfter !== null || [502, 503, 504].includes(status)

const ATTEMPTS = 100
/** Between two requests of one client, and two reports of one gateway: daily they leave the processor to what they wait for. */
const [REQUEST_PAUSE_MS, REPORT_PAUSE_MS] = [shareOf(100, 20), shareOf(100, 15)]
const SIMS_OF_IMPORT = 25

/** A call as a client makes it: what changes something has a key, so that it may be repeated. */
export async function requestUntilAnswered(
  { address, headers }: LoadTarget,
  method: Call['method'],
  path: string,
  body?: object,
): Promise<unknown> {
  const key = body ? { 'idempotency-key': randomUUID() } : undefined
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${address}/api${path}`, {
      ...{ method, headers: { ...headers, ...key } },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    const retryAfter = response?.headers.get('retry-after') ?? null
    if (text !== undefined && response?.ok) return (JSON.parse(text) as { data: unknown }).data
    const isCured = text === undefined || isPassing(response?.status, retryAfter)
    if (!isCured || attempt === ATTEMPTS) throw new Error(`${method} ${path}: ${response?.status} ${text}`)
    await sleep(retryAfter === null ? 200 : Number(retryAfter) * 1000)
  }
}

/** @returns how often it was read */
export async function readUntil(isOver: IsOver, target: LoadTarget, sims: readonly TestSim[]): Promise<number> {
  let reads = 0
  for (; !isOver(); reads++) {
    const sim = sims[reads % sims.length]
    expect(await requestUntilAnswered(target, 'GET', `/sim/${sim?.iccid}`)).toMatchObject({ icc: sim?.iccid })
    await sleep(REQUEST_PAUSE_MS)
  }
  return reads
}

/** @returns the last value that was confirmed, and how many were */
export async function writeUntil(
  isOver: IsOver,
  target: LoadTarget,
  { iccid }: TestSim,
): Promise<{ last: string; writes: number }> {
  let [last, writes] = ['', 0]
  for (; !isOver(); writes++) {
    last = `value ${writes}`
    const body = { icc: iccid, customField1: last }
    expect(await requestUntilAnswered(target, editCustom.method, editCustom.path, body)).toMatchObject({ customField1: last })
    await sleep(REQUEST_PAUSE_MS)
  }
  return { last, writes }
}

/** Follows an operation over as many streams as it takes. */
export async function followToEnd({ address, headers }: LoadTarget, operationId: number): Promise<OperationProgress> {
  let last: OperationProgress | undefined
  for (;;) {
    const stream = await openStream<OperationProgress>(
      `${address}/api/operations/events?operationId=${operationId}`,
      headers,
    ).catch(() => undefined)
    while (stream && !stream.isOver() && stream.events.at(-1)?.state !== 'finished') await sleep(50)
    last = stream?.events.at(-1) ?? last
    stream?.leave()
    if (last?.state === 'finished') return last
    await sleep(200)
  }
}

interface OperatedSims {
  readonly companyIds: readonly number[]
  readonly planCodes: readonly string[]
}

/** Hibernates SIMs and brings them back, again and again. @returns the operations */
export async function operateUntil(
  isOver: IsOver,
  target: LoadTarget,
  sims: OperatedSims = { companyIds: [COMPANIES.andes], planCodes: ['IOT250'] },
): Promise<number[]> {
  const operations: number[] = []
  for (let turn = 0; !isOver(); turn++) {
    const { path } = turn % 2 === 0 ? massHibernation : massReactivation
    const filter = { ...sims, administrativeStatusIds: [turn % 2 === 0 ? 2 : 11] }
    const answer = await requestUntilAnswered(target, 'POST', path, { filter })
    const { operationId, accepted } = answer as { operationId: number; accepted: number }
    operations.push(operationId)
    expect((await followToEnd(target, operationId)).counts).toMatchObject({ succeeded: accepted, failed: 0 })
  }
  return operations
}

/** What one import came to: as long as it takes, from its beginning when a process or a database died under it. */
async function importFile(target: LoadTarget, content: string): Promise<void> {
  const { address, headers } = target
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const response = await fetch(`${address}/api${uploadInventory.path}?fileName=load.csv`, {
      ...{ method: uploadInventory.method, headers: { ...headers, 'content-type': 'text/csv' }, body: content },
    }).catch(() => undefined)
    const uploaded = (await response?.json().catch(() => undefined)) as { data: ImportData | null } | undefined
    const importId = uploaded?.data?.importId
    const path = `${uploadInventory.path}/${importId}`
    if (importId !== undefined && (await takeStep(target, path, 'check', { mapping: IMPORT_COLUMNS })) === 'checked')
      if ((await takeStep(target, path, 'apply', { mode: 'all' })) === 'applied') return
    await sleep(500)
  }
  throw new Error(`nothing was imported in ${ATTEMPTS} attempts`)
}

const IMPORT_COLUMNS = ['iccid', 'company', 'plan', 'apn', 'customField1'] as const

/** @returns the state in which a step of an import ended; 'failed' also when what came before it is lost */
async function takeStep(target: LoadTarget, path: string, step: string, body: object): Promise<string> {
  try {
    let { state } = (await requestUntilAnswered(target, 'POST', `${path}/${step}`, body)) as ImportData
    for (; state === 'checking' || state === 'applying'; await sleep(200))
      state = ((await requestUntilAnswered(target, 'GET', path)) as ImportData).state
    return state
  } catch {
    return 'failed'
  }
}

/** Imports new SIMs, some at a time. @returns their labels by ICCID */
export async function importUntil(isOver: IsOver, target: LoadTarget): Promise<Map<string, string>> {
  const imported = new Map<string, string>()
  while (!isOver()) {
    const fresh = Array.from({ length: SIMS_OF_IMPORT }, (_, index) => {
      const digits = `8951060${String(imported.size + index).padStart(12, '0')}`
      return [digits + luhnDigit(digits), `imported ${imported.size + index}`] as const
    })
    const lines = fresh.map(([iccid, label]) => `${iccid};Andes Norte;IOT250;1;${label}`)
    await importFile(target, ['ICC;Empresa;Plan;APN;Etiqueta', ...lines].join('\n'))
    for (const [iccid, label] of fresh) imported.set(iccid, label)
    await sleep(1_000)
  }
  return imported
}

/** Sends texts to a SIM. @returns those that were answered as sent, and those whose outcome is unknown */
export async function textUntil(
  isOver: IsOver,
  target: LoadTarget,
  { iccid }: TestSim,
): Promise<{ sent: string[]; open: string[] }> {
  const texts: { sent: string[]; open: string[] } = { sent: [], open: [] }
  for (let count = 0; !isOver(); count++) {
    const message = `text ${count}`
    const answer = await requestUntilAnswered(target, sendSms.method, sendSms.path, { icc: iccid, message }).catch(String)
    const isSent = typeof answer === 'object' && (answer as { message: { state: string } }).message.state === 'sent'
    texts[isSent ? 'sent' : 'open'].push(message)
    await sleep(200)
  }
  return texts
}

/** A gateway's reports about one session, each until it is answered. @returns the bytes that it reported */
export async function reportUntil(isOver: IsOver, sender: RadiusSender, sim: TestSim, hasClock: boolean): Promise<number> {
  const startedMs = Date.now()
  let bytes = 0
  for (let round = 0; ; round++) {
    const kind = round === 0 ? 'started' : isOver() ? 'stopped' : 'updated'
    bytes = round * 1_001
    const record: UsageRecord = {
      ...{ kind, clientId: 0, nas: 'pgw-1', imsi: sim.imsi, sessionKey: `M-${sim.iccid}` },
      ...{
        atMs: startedMs,
        hasSourceClock: true,
        inputBytes: 0,
        outputBytes: bytes,
        facts: { apn: 'iot.test' },
        fingerprint: '',
      },
      ...(hasClock && { atMs: Date.now(), seconds: Math.floor((Date.now() - startedMs) / 1000) }),
    }
    const attributes = accountingAttributes(record)
    await sender.request(
      CODE.accountingRequest,
      hasClock ? attributes : attributes.filter(({ type }) => type !== ATTRIBUTE.eventTimestamp),
    )
    if (kind === 'stopped') return bytes
    await sleep(REPORT_PAUSE_MS)
  }
}
