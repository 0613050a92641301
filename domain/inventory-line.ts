import { groupPath } from './groups.ts'
import { type IdentifierProblem, type ParsedIdentifier, parseIccid, parseImei, parseImsi, parseMsisdn } from './identifiers.ts'
import { foldName, type InventoryField, type InventoryMapping } from './inventory-columns.ts'
import { type FileTime, parseAdministrativeStatus, parseFileTime } from './inventory-values.ts'
import { parseAreaCell, parseDeviceCell } from './lock-cells.ts'
import type { DeviceLock } from './locks.ts'
import { isTagName, SIM_TAGS_MAX, tagNamesIn } from './tags.ts'

/** Why a line is rejected. The reasons after the first group depend on the fleet or on the rest of the file. */
export const LINE_PROBLEMS = [
  'missing',
  'not_digits',
  'rounded',
  'wrong_length',
  'wrong_prefix',
  'wrong_check_digit',
  'unknown',
  'ambiguous',
  'too_long',
  'broken_text',
  'bad_tags',
  'bad_group',
  'bad_devices',
  'bad_places',
  'bad_date',
  'future_date',
  'contradicts_status',
  'plan_of_other_origin',
  'plan_of_other_type',
  'too_many_tags',
  'too_many_company_tags',
  'too_many_company_groups',
  'group_by_rule',
  'repeated_in_file',
  'of_other_company',
  'taken',
] as const
export type LineProblem = (typeof LINE_PROBLEMS)[number]

export interface FieldProblem {
  readonly field: InventoryField
  readonly value: string
  readonly reason: LineProblem
}

/** A parsed line. An absent field takes the default for a new SIM and stays unchanged for an existing one. */
export interface InventoryLine {
  readonly iccid: string
  readonly imsi?: string
  readonly msisdn?: string
  readonly imei?: string
  readonly companyId?: number
  readonly plan?: CatalogPlan
  readonly originId?: number
  readonly simTypeId?: number
  readonly apnId?: number
  readonly device?: string
  readonly moduleManufacturer?: string
  readonly moduleModel?: string
  readonly customField1?: string
  readonly customField2?: string
  /** names of tags that the SIM gets beside those that it has */
  readonly tags?: readonly string[]
  /** the path of the group that it moves to */
  readonly group?: string
  /** in which devices the SIM may be from now on, as a lock of its own */
  readonly allowedDevices?: DeviceLock
  /** in which countries and networks; none: anywhere */
  readonly allowedPlaces?: readonly string[]
  readonly administrativeStatus?: number
  readonly activatedAt?: FileTime
}

export interface CatalogPlan {
  readonly planCode: string
  readonly originId: number
  readonly simTypeId: number
}

/** Looks up an entry by name or number in any spelling; 'ambiguous' when several share the name. */
export type NameTable<T> = (text: string) => T | 'ambiguous' | undefined

/** The companies, plans, origins, types and APNs that lines may name. */
export interface Catalog {
  readonly companies: NameTable<number>
  readonly plans: NameTable<CatalogPlan>
  readonly origins: NameTable<number>
  readonly simTypes: NameTable<number>
  readonly apns: NameTable<number>
}

/** Cache size of a name table: normalising a spelling takes longer than parsing the rest of its line. */
const MAX_CACHED_SPELLINGS = 20_000

/** Builds a name table; a name of two different entries is ambiguous. `same` compares two entries. */
export function nameTable<T>(pairs: Iterable<readonly [string, T]>, same: (a: T, b: T) => boolean = Object.is): NameTable<T> {
  const table = new Map<string, T | 'ambiguous'>()
  for (const [name, value] of pairs) {
    const key = foldName(name)
    const before = table.get(key)
    if (key !== '')
      table.set(key, before === undefined || (before !== 'ambiguous' && same(before, value)) ? value : 'ambiguous')
  }
  const spellings = new Map<string, T | 'ambiguous' | undefined>()
  return (text) => {
    if (spellings.has(text)) return spellings.get(text)
    const entry = table.get(foldName(text))
    if (spellings.size < MAX_CACHED_SPELLINGS) spellings.set(text, entry)
    return entry
  }
}

export interface LineRules {
  readonly catalog: Catalog
  /** owner of the SIMs of lines that name no company */
  readonly defaultCompanyId?: number | undefined
  /** the latest activation day allowed, YYYY-MM-DD; a day after today, for time zones ahead of ours */
  readonly latestDay: string
}

/** Longest text of a device, module or custom field, in characters (code points). */
const TEXT_MAX = 120
const BLANK_VALUES = new Set(['', '-', '–', '—', 'n/a', 'na', '#n/a', 'null', '\\n', 's/i'])

/** Removes the quoting with which spreadsheets keep a value from being read as a number or formula. */
function unwrapCell(cell: string): string {
  const trimmed = cell.trim()
  const quoted = /^="([^"]*)"$/.exec(trimmed)?.[1]
  return quoted ?? trimmed.replace(/^'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/, '')
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }
type Draft = Partial<Writable<InventoryLine>>
type Reader = (value: string, line: Draft, rules: LineRules) => LineProblem | undefined

const identifier =
  (key: 'iccid' | 'imsi' | 'msisdn' | 'imei', parse: (text: string) => ParsedIdentifier): Reader =>
  (value, line) => {
    const parsed = parse(value.startsWith("'") ? value.slice(1) : value)
    if (parsed.value === undefined) return problemOf(parsed.problem)
    line[key] = parsed.value
    return undefined
  }

const problemOf = (problem: IdentifierProblem): LineProblem => (problem === 'empty' ? 'missing' : problem)

const text =
  (key: 'device' | 'moduleManufacturer' | 'moduleModel' | 'customField1' | 'customField2'): Reader =>
  (value, line) => {
    if (value.includes('\ufffd')) return 'broken_text'
    const plain = value
      .replace(/[\u0000-\u001f\u007f]+/g, ' ')
      .trim()
      .toWellFormed()
    if (plain.length > TEXT_MAX && [...plain].length > TEXT_MAX) return 'too_long'
    line[key] = plain
    return undefined
  }

function lookUp<T>(table: NameTable<T>, value: string, take: (entry: T) => void): LineProblem | undefined {
  const entry = table(value)
  if (entry === undefined) return 'unknown'
  if (entry === 'ambiguous') return 'ambiguous'
  take(entry)
  return undefined
}

const READERS: Readonly<Record<InventoryField, Reader>> = {
  iccid: identifier('iccid', (value) => parseIccid(value, 'complete')),
  iccidWithoutCheckDigit: identifier('iccid', (value) => parseIccid(value, 'without_check_digit')),
  imsi: identifier('imsi', parseImsi),
  msisdn: identifier('msisdn', parseMsisdn),
  imei: identifier('imei', parseImei),
  device: text('device'),
  moduleManufacturer: text('moduleManufacturer'),
  moduleModel: text('moduleModel'),
  customField1: text('customField1'),
  customField2: text('customField2'),
  tags: (value, line) => {
    if (value.includes('\ufffd')) return 'broken_text'
    const names = tagNamesIn(value)
    if (names.length > SIM_TAGS_MAX || !names.every(isTagName)) return 'bad_tags'
    line.tags = names
    return undefined
  },
  group: (value, line) => {
    if (value.includes('\ufffd')) return 'broken_text'
    const path = groupPath(value)
    if (path === undefined) return 'bad_group'
    line.group = path
    return undefined
  },
  allowedDevices: (value, line) => {
    const lock = parseDeviceCell(value)
    if (lock === undefined) return 'bad_devices'
    line.allowedDevices = lock
    return undefined
  },
  allowedPlaces: (value, line) => {
    const areas = parseAreaCell(value)
    if (areas === undefined) return 'bad_places'
    line.allowedPlaces = areas
    return undefined
  },
  company: (value, line, { catalog }) =>
    lookUp(catalog.companies, value, (id) => {
      line.companyId = id
    }),
  origin: (value, line, { catalog }) =>
    lookUp(catalog.origins, value, (id) => {
      line.originId = id
    }),
  simType: (value, line, { catalog }) =>
    lookUp(catalog.simTypes, value, (id) => {
      line.simTypeId = id
    }),
  apn: (value, line, { catalog }) =>
    lookUp(catalog.apns, value, (id) => {
      line.apnId = id
    }),
  plan: (value, line, { catalog }) =>
    lookUp(catalog.plans, value, (plan) => {
      line.plan = plan
    }),
  administrativeStatus: (value, line) => {
    const status = parseAdministrativeStatus(value)
    if (status === undefined) return 'unknown'
    line.administrativeStatus = status
    return undefined
  },
  activatedAt: (value, line, { latestDay }) => {
    const time = parseFileTime(value)
    if (!time) return 'bad_date'
    if (('local' in time ? time.local : time.instant).slice(0, 10) > latestDay) return 'future_date'
    line.activatedAt = time
    return undefined
  },
}

const TEXT_FIELDS: ReadonlySet<InventoryField> = new Set([
  'device',
  'moduleManufacturer',
  'moduleModel',
  'customField1',
  'customField2',
])

export type CheckedLine =
  | { readonly line: InventoryLine; readonly problems?: undefined }
  | { readonly line?: undefined; readonly problems: readonly FieldProblem[] }

/**
 * Validates one line on its own: the form of each field, that named entries exist, and that the values are consistent.
 */
export function checkLine(cells: readonly string[], mapping: InventoryMapping, rules: LineRules): CheckedLine {
  const line: Draft = {}
  const problems: FieldProblem[] = []
  const raw = new Map<InventoryField, string>()
  for (const [index, field] of mapping.entries()) {
    if (field === null) continue
    const value = unwrapCell(cells[index] ?? '')
    if (value === '' || (!TEXT_FIELDS.has(field) && BLANK_VALUES.has(value.toLowerCase()))) continue
    raw.set(field, value)
    const reason = READERS[field](value, line, rules)
    if (reason) problems.push({ field, value, reason })
  }
  problems.push(...missing(line, mapping, problems), ...contradictions(line, raw))
  if (problems.length > 0) return { problems }
  line.companyId ??= rules.defaultCompanyId
  return { line: line as InventoryLine }
}

function missing(line: Draft, mapping: InventoryMapping, problems: readonly FieldProblem[]): FieldProblem[] {
  if (line.iccid !== undefined) return []
  const field = mapping.includes('iccidWithoutCheckDigit') ? 'iccidWithoutCheckDigit' : 'iccid'
  return problems.some((problem) => problem.field === field) ? [] : [{ field, value: '', reason: 'missing' }]
}

/**
 * Checks consistency: a plan belongs to one origin and one type; a SIM that was never activated has no activation date.
 */
function contradictions(line: Draft, raw: ReadonlyMap<InventoryField, string>): FieldProblem[] {
  const problems: FieldProblem[] = []
  const say = (field: InventoryField, reason: LineProblem): void => {
    problems.push({ field, value: raw.get(field) ?? '', reason })
  }
  const { plan } = line
  if (plan) {
    if (line.originId !== undefined && line.originId !== plan.originId) say('plan', 'plan_of_other_origin')
    if (line.simTypeId !== undefined && line.simTypeId !== plan.simTypeId) say('plan', 'plan_of_other_type')
    line.originId = plan.originId
    line.simTypeId = plan.simTypeId
  }
  if (line.activatedAt !== undefined && line.administrativeStatus === 1) say('activatedAt', 'contradicts_status')
  return problems
}
