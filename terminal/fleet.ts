import { setTimeout as sleep } from 'node:timers/promises'
import { stringify } from 'yaml'
import type { ApiClient } from './api-client.ts'
import { requireYes } from './ask.ts'
import { Ending, EXIT } from './failure.ts'
import { type FleetChange, type FleetPlan, planFleet } from './fleet-changes.ts'
import { companies } from './fleet-companies.ts'
import { type FileEntry, fleetFile } from './fleet-file.ts'
import { type Existing, FLEET_KINDS, type FleetKind } from './fleet-kinds.ts'
import { companyNamed, placeAll } from './fleet-places.ts'
import type { Given } from './options.ts'
import { printJson } from './print-data.ts'
import { note, print, styled } from './screen.ts'

/** What the portal has of the kinds of a file. Companies come first: they say where the others are. */
async function existingOf(portal: ApiClient, entries: readonly FileEntry[]): Promise<Map<FleetKind, Existing[]>> {
  const lists = new Map<FleetKind, Existing[]>()
  for (const kind of FLEET_KINDS) {
    const own = entries.filter((one) => one.kind === kind)
    if (own.length > 0) lists.set(kind, await kind.list(portal, { entries: own.map(({ entry }) => entry) }))
  }
  return lists
}

const MARKS = {
  create: { sign: '+', style: 'green', done: 'created' },
  change: { sign: '~', style: 'yellow', done: 'changed' },
  delete: { sign: '-', style: 'red', done: 'deleted' },
} as const

const valueText = (value: unknown): string =>
  value === undefined || value === null ? 'none' : typeof value === 'string' ? value || 'none' : JSON.stringify(value)

const labelOf = ({ kind, key }: FleetChange): string => `${kind.singular} ${key}`

function changeText(change: FleetChange, company: string): string {
  const { sign, style } = MARKS[change.does]
  const head = `${styled(`${sign} ${labelOf(change)}`, style)} ${styled(`(${company})`, 'dim')}\n`
  const fields = change.fields.map(({ name, from, to }) => {
    const isSecret = typeof to === 'string' && to.includes('${')
    const before = change.does === 'change' ? `${isSecret ? 'another' : valueText(from)} → ` : ''
    return `    ${name}: ${before}${valueText(to)}\n`
  })
  return head + fields.join('')
}

const countOf = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

interface Planned {
  readonly plan: FleetPlan
  readonly names: ReadonlyMap<number, string>
}

async function planned(portal: ApiClient, path: string, { prune }: Given): Promise<Planned> {
  const entries = fleetFile(path)
  const existing = await existingOf(portal, entries)
  const { placed, names } = await placeAll(portal, entries, existing.get(companies) ?? [])
  return { plan: planFleet(placed, existing, prune === true), names }
}

async function printPlan({ plan: { changes, extra }, names }: Planned, { json }: Given): Promise<void> {
  const companyOf = ({ companyId }: FleetChange): string => names.get(companyId) ?? String(companyId)
  if (json) {
    const rows = changes.map((change) => {
      const { does, kind, key, fields } = change
      return { does, kind: kind.singular, name: key, company: companyOf(change), fields }
    })
    return printJson(rows)
  }
  await print(changes.map((change) => changeText(change, companyOf(change))).join(''))
  const counts = Object.keys(MARKS).map((does) => `${changes.filter((one) => one.does === does).length} to ${does}`)
  note(changes.length === 0 ? 'Nothing to do: the portal is as the file says.' : `${counts.join(', ')}.`)
  if (extra > 0)
    note(`${countOf(extra, 'thing')} of the portal ${extra === 1 ? 'is' : 'are'} not in the file; --prune deletes such.`)
}

/** Shows what has to be done for the portal to be as a fleet file says, and changes nothing. */
export async function showFleetPlan(portal: ApiClient, path: string, given: Given): Promise<void> {
  const its = await planned(portal, path, given)
  await printPlan(its, given)
  if (given.check && its.plan.changes.length > 0)
    throw new Ending(EXIT.differs, `${countOf(its.plan.changes.length, 'difference')} between the portal and the file.`)
}

/** Makes one change. @param made numbers of companies that were made, by what stands for them; a new one is added */
async function make(
  portal: ApiClient,
  { does, kind, companyId, entry, existing, standIn }: FleetChange,
  made: Map<number, number>,
): Promise<void> {
  if (existing) return does === 'delete' ? kind.remove(portal, existing) : kind.change(portal, existing, entry)
  const number = made.get(companyId)
  const created =
    number === undefined
      ? await kind.create(portal, companyId, entry)
      : await onceSeen(() => kind.create(portal, number, entry))
  if (standIn !== undefined) made.set(standIn, Number(created))
}

/** For so long another process of the portal may not see a new company: it reads what a key may see every two seconds. */
const UNSEEN_MS = [500, 1000, 1500]

async function onceSeen<T>(work: () => Promise<T>): Promise<T> {
  for (const ms of UNSEEN_MS) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Ending) || error.code !== EXIT.notFound) throw error
      await sleep(ms)
    }
  }
  return work()
}

/** Makes the portal as a fleet file says, after a yes. What was made before an error stays; the next time goes on from there. */
export async function applyFleet(portal: ApiClient, path: string, given: Given): Promise<void> {
  const its = await planned(portal, path, given)
  const { changes } = its.plan
  await printPlan(its, given)
  if (changes.length === 0) return
  await requireYes(given, `Make ${countOf(changes.length, 'change')}?`)
  const companiesMade = new Map<number, number>()
  for (const [made, change] of changes.entries()) {
    try {
      await make(portal, change, companiesMade)
    } catch (error) {
      if (!(error instanceof Ending)) throw error
      const so = `${made} of ${countOf(changes.length, 'change')} made; apply again goes on from here.`
      throw new Ending(error.code, `${labelOf(change)}: ${error.message} ${so}`)
    }
    note(`${labelOf(change)} ${MARKS[change.does].done}`)
  }
}

/** Prints what there is of a company, or of the only one, as a fleet file. */
export async function printFleet(portal: ApiClient, { company }: Given): Promise<void> {
  const { companyId, companyName } = await companyNamed(portal, company === undefined ? undefined : String(company))
  const lists: (readonly [string, object[]])[] = []
  for (const kind of FLEET_KINDS) {
    const own = (await seenOf(portal, kind, companyId)).filter(
      (one) => one.companyId === companyId && one.entry[kind.key] !== '',
    )
    lists.push([kind.name, own.map(({ entry }) => withoutDefaults(kind, entry))])
  }
  await print(stringify({ company: companyName, ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)) }))
}

/** What the key may not see is left out, and that is said. */
async function seenOf(portal: ApiClient, kind: FleetKind, below: number): Promise<Existing[]> {
  try {
    return await kind.list(portal, { entries: [], below })
  } catch (error) {
    if (!(error instanceof Ending) || error.code !== EXIT.key) throw error
    note(`${kind.name} are left out: the key may not see them.`)
    return []
  }
}

/** What a new one would have anyway need not be written. */
function withoutDefaults({ defaults }: FleetKind, entry: Existing['entry']): object {
  const isUsual = ([name, value]: [string, unknown]) => JSON.stringify(value) === JSON.stringify(defaults[name])
  return Object.fromEntries(Object.entries(entry).filter((field) => !isUsual(field)))
}
