import { stringify } from 'yaml'
import type { ApiClient } from './api-client.ts'
import { requireYes } from './ask.ts'
import { callNamed } from './commands.ts'
import { Ending, EXIT, usageError } from './failure.ts'
import { type FleetChange, type FleetPlan, type Placed, planFleet } from './fleet-changes.ts'
import { type FileEntry, fleetFile } from './fleet-file.ts'
import { type Existing, FLEET_KINDS, type FleetKind } from './fleet-kinds.ts'
import { listObjects } from './list-pages.ts'
import type { Given } from './options.ts'
import { printJson } from './print-data.ts'
import { note, print, styled } from './screen.ts'

interface Company {
  readonly companyId: number
  readonly companyName: string
}

/** Companies that a search offers at most. */
const OFFERED = 100

async function findCompanies(portal: ApiClient, query: Readonly<Record<string, unknown>>): Promise<Company[]> {
  const rows = await listObjects(portal, callNamed('getCompanyChoices'), { query }, OFFERED)
  return rows.map(({ companyId, companyName }) => ({ companyId: Number(companyId), companyName: String(companyName) }))
}

/** The company that a file names by its name or number; without a name the only one that the key sees. */
async function companyNamed(portal: ApiClient, name: string | undefined): Promise<Company> {
  const isNumber = name !== undefined && /^\d+$/.test(name)
  const found = await findCompanies(portal, name === undefined ? {} : isNumber ? { company: name } : { search: name })
  const [first, second] = name === undefined || isNumber ? found : found.filter(({ companyName }) => companyName === name)
  if (first && !second) return first
  if (name === undefined) throw usageError('The key sees several companies: the file has to say which, as company: NAME.')
  throw usageError(second ? `Several companies are called ${name}: use the number of the one.` : `There is no company ${name}.`)
}

/** Each company of the file once. */
async function placeAll(
  portal: ApiClient,
  entries: readonly FileEntry[],
): Promise<{ placed: Placed[]; names: Map<number, string> }> {
  const companies = new Map<string | undefined, Company>()
  for (const name of new Set(entries.map(({ company }) => company))) companies.set(name, await companyNamed(portal, name))
  const placed = entries.flatMap((one) => {
    const its = companies.get(one.company)
    return its ? [{ ...one, companyId: its.companyId }] : []
  })
  return { placed, names: new Map([...companies.values()].map(({ companyId, companyName }) => [companyId, companyName])) }
}

async function existingOf(portal: ApiClient, kinds: readonly FleetKind[]): Promise<Map<FleetKind, Existing[]>> {
  const lists = new Map<FleetKind, Existing[]>()
  for (const kind of kinds) lists.set(kind, await kind.list(portal))
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
  const { placed, names } = await placeAll(portal, fleetFile(path))
  const kinds = FLEET_KINDS.filter((kind) => placed.some((one) => one.kind === kind))
  return { plan: planFleet(placed, await existingOf(portal, kinds), prune === true), names }
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

function make(portal: ApiClient, { does, kind, companyId, entry, existing }: FleetChange): Promise<void> {
  if (!existing) return kind.create(portal, companyId, entry)
  return does === 'delete' ? kind.remove(portal, existing) : kind.change(portal, existing, entry)
}

/** Makes the portal as a fleet file says, after a yes. What was made before an error stays; the next time goes on from there. */
export async function applyFleet(portal: ApiClient, path: string, given: Given): Promise<void> {
  const its = await planned(portal, path, given)
  const { changes } = its.plan
  await printPlan(its, given)
  if (changes.length === 0) return
  await requireYes(given, `Make ${countOf(changes.length, 'change')}?`)
  for (const [made, change] of changes.entries()) {
    try {
      await make(portal, change)
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
  const existing = await existingOf(portal, FLEET_KINDS)
  const lists = FLEET_KINDS.map((kind) => {
    const own = existing.get(kind)?.filter((one) => one.companyId === companyId && one.entry[kind.key] !== '') ?? []
    return [kind.name, own.map(({ entry }) => withoutDefaults(kind, entry))] as const
  })
  await print(stringify({ company: companyName, ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)) }))
}

/** What a new one would have anyway need not be written. */
function withoutDefaults({ defaults }: FleetKind, entry: Existing['entry']): object {
  const isUsual = ([name, value]: [string, unknown]) => JSON.stringify(value) === JSON.stringify(defaults[name])
  return Object.fromEntries(Object.entries(entry).filter((field) => !isUsual(field)))
}
