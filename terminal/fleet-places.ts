import type { ApiClient } from './api-client.ts'
import { callNamed } from './commands.ts'
import { usageError } from './failure.ts'
import type { Placed } from './fleet-changes.ts'
import { companies, taxIdKey } from './fleet-companies.ts'
import type { FileEntry } from './fleet-file.ts'
import type { Existing } from './fleet-kinds.ts'
import { listObjects } from './list-pages.ts'

export interface Company {
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
export async function companyNamed(portal: ApiClient, name: string | undefined): Promise<Company> {
  const isNumber = name !== undefined && /^\d+$/.test(name)
  const found = await findCompanies(portal, name === undefined ? {} : isNumber ? { company: name } : { search: name })
  const [first, second] = name === undefined || isNumber ? found : found.filter(({ companyName }) => companyName === name)
  if (first && !second) return first
  if (name === undefined) throw usageError('The key sees several companies: the file has to say which, as company: NAME.')
  throw usageError(second ? `Several companies are called ${name}: use the number of the one.` : `There is no company ${name}.`)
}

/** The key's own company: a file with companies begins there, and does so still when it has made some. */
async function ownCompany(portal: ApiClient): Promise<Company> {
  const [own] = await listObjects(portal, callNamed('getCompanies'), {}, 1)
  if (!own) throw usageError('The key sees no company.')
  return { companyId: Number(own.companyId), companyName: String(own.businessName) }
}

/** A company that the file has an entry of: with its own number, or with one below zero until it is made. */
interface Written extends Company {
  readonly entry: FileEntry
  readonly isThere: boolean
}

function writtenCompanies(entries: readonly FileEntry[], existing: readonly Existing[]): Written[] {
  return entries
    .filter(({ kind }) => kind === companies)
    .map((entry, index) => {
      const key = taxIdKey(String(entry.entry.tin))
      const there = existing.find((one) => taxIdKey(String(one.entry.tin)) === key)
      const companyId = there ? Number(there.id) : -1 - index
      return { entry, companyId, companyName: String(entry.entry.businessName), isThere: there !== undefined }
    })
}

/** A file names its own companies by their tax ids or names. */
const isNamed = ({ entry: { entry }, companyName }: Written, name: string): boolean =>
  companyName === name || taxIdKey(String(entry.tin)) === taxIdKey(name)

function writtenAs(name: string | undefined, written: readonly Written[]): Written | undefined {
  if (name === undefined) return undefined
  const found = written.filter((one) => isNamed(one, name))
  if (found.length > 1) throw usageError(`The file has several companies called ${name}: use the tax id of the one.`)
  return found[0]
}

/** Each company that an entry names: one of the file, or of the portal, which is asked once for each. */
async function companiesByName(
  portal: ApiClient,
  entries: readonly FileEntry[],
  written: readonly Written[],
): Promise<Map<string | undefined, Company>> {
  const found = new Map<string | undefined, Company>()
  const elsewhere = (name: string | undefined) =>
    name === undefined && written.length > 0 ? ownCompany(portal) : companyNamed(portal, name)
  for (const name of new Set(entries.map(({ company }) => company)))
    found.set(name, writtenAs(name, written) ?? (await elsewhere(name)))
  return found
}

/** Companies come after those above them, and each new one has to be below another. */
function inOrder(placed: readonly Placed[]): Placed[] {
  const [own, others] = [placed.filter(({ kind }) => kind === companies), placed.filter(({ kind }) => kind !== companies)]
  const byStandIn = new Map(own.flatMap((one) => (one.standIn === undefined ? [] : [[one.standIn, one] as const])))
  const depthOf = (one: Placed): number => {
    let depth = 0
    for (let above = byStandIn.get(one.companyId); above; above = byStandIn.get(above.companyId)) {
      if (above === one || ++depth > own.length)
        throw usageError(`The company ${String(one.entry.tin)} would be below itself: its company has to be another.`)
    }
    return depth
  }
  const deep = own.map((one) => ({ one, depth: depthOf(one) }))
  return [...deep.toSorted((a, b) => a.depth - b.depth).map(({ one }) => one), ...others]
}

interface FoundPlaces {
  readonly placed: Placed[]
  /** of each company, by its number or what stands for it */
  readonly names: Map<number, string>
}

/** Finds the company of each entry. @param existing companies of the file that there are */
export async function placeAll(
  portal: ApiClient,
  entries: readonly FileEntry[],
  existing: readonly Existing[],
): Promise<FoundPlaces> {
  const written = writtenCompanies(entries, existing)
  const found = await companiesByName(portal, entries, written)
  const placed = entries.flatMap((one): Placed[] => {
    const its = found.get(one.company)
    if (!its) return []
    const own = written.find(({ entry }) => entry === one)
    return [{ ...one, companyId: its.companyId, ...(own && !own.isThere ? { standIn: own.companyId } : {}) }]
  })
  const names = [...found.values(), ...written].map(({ companyId, companyName }) => [companyId, companyName] as const)
  return { placed: inOrder(placed), names: new Map(names) }
}
