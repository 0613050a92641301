import { usageError } from './failure.ts'
import type { FileEntry } from './fleet-file.ts'
import { depthOf, type Entry, type Existing, FLEET_KINDS, type FleetKind, isEntry } from './fleet-kinds.ts'

/** A field that differs. */
export interface FieldDifference {
  /** within another, with a dot between */
  readonly name: string
  readonly from: unknown
  /** as the file has it */
  readonly to: unknown
}

/** What has to be done to one thing. */
export interface FleetChange {
  readonly does: 'create' | 'change' | 'delete'
  readonly kind: FleetKind
  readonly companyId: number
  readonly key: string
  /** whole, as it will be; of a deleted one as it is */
  readonly entry: Entry
  /** undefined of a new one */
  readonly existing?: Existing
  /** of a new company: the number below zero by which other changes name it */
  readonly standIn?: number
  readonly fields: readonly FieldDifference[]
}

/** Fields that are one value: a part of one means nothing without the others. */
const WHOLE: ReadonlySet<string> = new Set(['trigger', 'shape', 'rule'])

/**
 * Values that mean the same have the same text: fields in any order, and lists as sets, except the corners of a shape. The portal keeps
 * the names of a list (countries, tags, addresses) as it has them, so their case says nothing.
 */
function canonical(value: unknown, isOrdered: boolean): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => canonical(item, isOrdered))
    return `[${(isOrdered ? items : items.map((item) => item.toLowerCase()).toSorted()).join()}]`
  }
  if (!isEntry(value)) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([, one]) => one !== undefined)
  const texts = fields.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one, isOrdered)}`)
  return `{${texts.toSorted().join()}}`
}

/** The fields of the file that differ from what there is; what the file leaves out stays as it is. */
export function changedFields(live: Entry, target: Entry, written: Entry = target, within = ''): FieldDifference[] {
  return Object.entries(target).flatMap(([name, value]) => {
    const [before, shown] = [live[name], written[name]]
    const whole = `${within}${name}`
    if (isEntry(value) && isEntry(before) && isEntry(shown) && !WHOLE.has(name))
      return changedFields(before, value, shown, `${whole}.`)
    const isOrdered = name === 'shape'
    return canonical(before, isOrdered) === canonical(value, isOrdered) ? [] : [{ name: whole, from: before, to: shown }]
  })
}

/** What there is, with the fields of the file in place of its own. */
export function merged(live: Entry, target: Entry): Entry {
  const fields = Object.entries(target).map(([name, value]) => {
    const before = live[name]
    return [name, isEntry(value) && isEntry(before) && !WHOLE.has(name) ? merged(before, value) : value]
  })
  return { ...live, ...Object.fromEntries(fields) }
}

function idOf({ name, isOfTree, sameKey }: FleetKind, companyId: number, key: unknown): string {
  const text = String(key)
  return JSON.stringify([name, isOfTree ? 0 : companyId, sameKey?.(text) ?? text])
}
const keyOf = ({ key }: FleetKind, entry: Entry): string => String(entry[key])

/** An entry of the file, its company found. */
export interface Placed extends FileEntry {
  /** below zero of a company that the file makes: it has no number yet */
  readonly companyId: number
  /** of a new company: the number below zero that stands for its own */
  readonly standIn?: number
}

function checkTwice(placed: readonly Placed[], existing: ReadonlyMap<string, readonly Existing[]>): void {
  const seen = new Set<string>()
  for (const { kind, companyId, entry } of placed) {
    const id = idOf(kind, companyId, entry[kind.key])
    const name = `${kind.singular} ${keyOf(kind, entry)}`
    if (seen.has(id)) throw usageError(`The file has the ${name} twice.`)
    if ((existing.get(id)?.length ?? 0) > 1)
      throw usageError(`The portal has more than one ${name}: which one is meant? Rename the others.`)
    seen.add(id)
  }
}

/** A company stays where it is. One that the file is about may be an entry of it too: that is below itself only in the file. */
function checkPlace({ kind, companyId, entry }: Placed, existing: Existing): void {
  if (!kind.isOfTree || existing.companyId === companyId || existing.id === companyId) return
  throw usageError(`The ${kind.singular} ${keyOf(kind, entry)} is below another one in the portal, and a file moves none.`)
}

/** What the file asks of one thing; undefined when there is nothing to do. */
function changeFor(placed: Placed, existing: Existing | undefined): FleetChange | undefined {
  const { kind, companyId, entry, written } = placed
  const same = { kind, companyId, key: keyOf(kind, entry) }
  if (!existing) {
    const fields = Object.entries(written).map(([name, to]) => ({ name, from: undefined, to }))
    return {
      ...same,
      ...(placed.standIn === undefined ? {} : { standIn: placed.standIn }),
      does: 'create',
      entry: { ...kind.defaults, ...entry },
      fields: fields.filter(({ name }) => name !== kind.key),
    }
  }
  checkPlace(placed, existing)
  const fields = changedFields(existing.entry, kind.shown?.(entry) ?? entry, written)
  return fields.length === 0 ? undefined : { ...same, does: 'change', entry: merged(existing.entry, entry), existing, fields }
}

/** What has no name, such as an alarm without one, cannot be in a file, and is never deleted. */
const hasName = (kind: FleetKind, { entry }: Existing): boolean => keyOf(kind, entry) !== ''

/** What an entry names: a group also those around it. */
function namesIn(kind: FleetKind, entry: Entry): string[] {
  const name = keyOf(kind, entry)
  if (kind.key !== 'path') return [name]
  const parts = name.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function deletions(kind: FleetKind, placed: readonly Placed[], existing: readonly Existing[]): FleetChange[] {
  const own = placed.filter((one) => one.kind === kind)
  const named = new Set(own.flatMap(({ companyId, entry }) => namesIn(kind, entry).map((name) => idOf(kind, companyId, name))))
  const companies = new Set(own.map(({ companyId }) => companyId))
  return existing
    .filter((one) => companies.has(one.companyId) && hasName(kind, one))
    .filter(({ companyId, entry }) => !named.has(idOf(kind, companyId, entry[kind.key])))
    .map((one) => ({
      does: 'delete',
      kind,
      companyId: one.companyId,
      key: keyOf(kind, one.entry),
      entry: one.entry,
      existing: one,
      fields: [],
    }))
}

export interface FleetPlan {
  /** in the order in which they are made */
  readonly changes: readonly FleetChange[]
  /** things of the file's kinds and companies that it does not have, and that stay */
  readonly extra: number
}

/**
 * What has to be done for the portal to be as a file says. First what is made or changed, groups before those inside them and before
 * alarms and rules that name them; then what is deleted, the other way round.
 * @param isPruning whether things that the file does not have are deleted: of the kinds and companies that it has entries of
 */
export function planFleet(
  placed: readonly Placed[],
  existing: ReadonlyMap<FleetKind, readonly Existing[]>,
  isPruning: boolean,
): FleetPlan {
  const byId = new Map<string, Existing[]>()
  for (const [kind, list] of existing)
    for (const one of list) {
      const id = idOf(kind, one.companyId, one.entry[kind.key])
      byId.set(id, [...(byId.get(id) ?? []), one])
    }
  checkTwice(placed, byId)
  const made = FLEET_KINDS.flatMap((kind) =>
    placed
      .filter((one) => one.kind === kind)
      .toSorted((a, b) => depthOf(a.entry) - depthOf(b.entry))
      .flatMap((one) => changeFor(one, byId.get(idOf(kind, one.companyId, one.entry[kind.key]))?.[0]) ?? []),
  )
  const deletable = FLEET_KINDS.filter(({ isOfTree }) => !isOfTree)
  const gone = deletable.flatMap((kind) => deletions(kind, placed, existing.get(kind) ?? [])).toReversed()
  return { changes: isPruning ? [...made, ...gone] : made, extra: isPruning ? 0 : gone.length }
}
