import type { ApiClient } from './api-client.ts'
import { callNamed } from './commands.ts'
import { companies } from './fleet-companies.ts'
import { listObjects } from './list-pages.ts'

/** What a fleet file says of one thing: its fields, as the file names them. */
export type Entry = Readonly<Record<string, unknown>>

export const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A thing that the portal has. */
export interface Existing {
  readonly id: number | string
  readonly companyId: number
  readonly entry: Entry
  /** as it was read: a change is refused when it is another by then */
  readonly version?: string
}

/** Of which things a list is asked for. */
export interface AskedFor {
  /** of the file, of this kind; a kind that has few may list all */
  readonly entries: readonly Entry[]
  /** those of this company instead, to be printed */
  readonly below?: number
}

/** One kind of thing that a fleet file can have. */
export interface FleetKind {
  /** in the file */
  readonly name: string
  /** one of them in a sentence */
  readonly singular: string
  /** the field that names it within its company: an entry is found again by it */
  readonly key: string
  /** its key names it in the whole tree, not within a company, and it is never deleted */
  readonly isOfTree?: boolean
  /** the text that is the same for keys that are written otherwise and name the same */
  sameKey?(key: string): string
  /** the fields that a new one needs beside its key */
  readonly required: readonly string[]
  /** the other fields, with the values that a new one has without them */
  readonly defaults: Entry
  list(portal: ApiClient, asked: AskedFor): Promise<Existing[]>
  /** an entry as the portal shows it, where that is not as it was written */
  shown?(entry: Entry): Entry
  /** gives the number of a new company */
  create(portal: ApiClient, companyId: number, entry: Entry): Promise<unknown>
  change(portal: ApiClient, existing: Existing, entry: Entry): Promise<void>
  remove(portal: ApiClient, existing: Existing): Promise<void>
}

interface Group {
  readonly groupId: number
  readonly companyId: number
  readonly path: string
  readonly rule: object | null
  readonly activationPlans: readonly string[]
  readonly tags: readonly string[]
}

/** Outer ones come before those inside them. */
const byDepth = (a: Existing, b: Existing): number => depthOf(a.entry) - depthOf(b.entry)
export const depthOf = ({ path }: Entry): number => String(path ?? '').split('/').length

/** A rule that is null, of a fixed group, is no field of the call. */
const groupBody = ({ rule, ...body }: Entry): Entry => (rule === null ? body : { ...body, rule })

const existingGroup = ({ groupId, companyId, path, rule, activationPlans, tags }: Group): Existing => ({
  ...{ id: groupId, companyId },
  entry: { path, rule, activationPlans, tags },
})

const groups: FleetKind = {
  name: 'groups',
  singular: 'group',
  key: 'path',
  required: [],
  defaults: { rule: null, activationPlans: [], tags: [] },
  async list(portal) {
    const { data } = await portal.data<Group[]>(callNamed('listGroups'), {})
    return data.map(existingGroup).toSorted(byDepth)
  },
  async create(portal, company, entry) {
    await portal.data(callNamed('createGroup'), { body: { company, ...groupBody(entry) } })
  },
  async change(portal, { id }, entry) {
    await portal.data(callNamed('editGroup'), { params: { groupId: id }, body: groupBody(entry) })
  },
  async remove(portal, { id }) {
    await portal.data(callNamed('deleteGroup'), { params: { groupId: id } })
  },
}

interface Geofence {
  readonly geofenceId: string
  readonly companyId: number
  readonly name: string
  readonly shape: object
}

const geofences: FleetKind = {
  name: 'geofences',
  singular: 'geofence',
  key: 'name',
  required: ['shape'],
  defaults: {},
  async list(portal) {
    const { data } = await portal.data<Geofence[]>(callNamed('listGeofences'), {})
    return data.map(({ geofenceId, companyId, name, shape }) => ({ id: geofenceId, companyId, entry: { name, shape } }))
  },
  async create(portal, company, entry) {
    await portal.data(callNamed('createGeofence'), { body: { company, ...entry } })
  },
  async change(portal, { id }, entry) {
    await portal.data(callNamed('editGeofence'), { params: { geofenceId: id }, body: entry })
  },
  async remove(portal, { id }) {
    await portal.data(callNamed('deleteGeofence'), { params: { geofenceId: id } })
  },
}

/** Yes and no as the specification's calls have them. */
const flagOf = (value: unknown): '0' | '1' => (value ? '1' : '0')

function alarmBody(company: number, { limitMb, emails, cutsData, active, ...same }: Entry): Entry {
  const email = Array.isArray(emails) ? emails.join(', ') : emails
  return { company, ...same, limit: limitMb, email, action: flagOf(cutsData), active: flagOf(active) }
}

const alarms: FleetKind = {
  name: 'alarms',
  singular: 'alarm',
  key: 'name',
  required: ['limitMb', 'emails'],
  defaults: { plan: '', group: '', cutsData: false, active: true },
  async list(portal) {
    const rows = await listObjects(portal, callNamed('getAlarms'))
    return rows.map(({ alarmId, company, name, plan, group, limit, email, action, active }) => ({
      id: Number(alarmId),
      companyId: Number(company),
      entry: {
        ...{ name, plan, group, limitMb: limit, emails: String(email).split(', ') },
        ...{ cutsData: action === '1', active: active === '1' },
      },
    }))
  },
  async create(portal, company, entry) {
    await portal.data(callNamed('createAlarm'), { body: alarmBody(company, entry) })
  },
  async change(portal, { id, companyId }, entry) {
    await portal.data(callNamed('changeAlarm'), { body: { alarmId: id, ...alarmBody(companyId, entry) } })
  },
  async remove(portal, { id }) {
    await portal.data(callNamed('deleteAlarm'), { params: { id } })
  },
}

const pause = (portal: ApiClient, id: unknown, active: unknown) =>
  portal.data(callNamed('pauseRule'), { params: { id }, body: { active } })

/** The address of a chat is a secret, which the portal shows masked. */
function maskedChat(entry: Entry): Entry {
  const { chat, ...actions } = (entry.actions ?? {}) as Entry
  if (typeof chat !== 'string' || !URL.canParse(chat)) return entry
  return { ...entry, actions: { ...actions, chat: `${new URL(chat).origin}/…${chat.slice(-4)}` } }
}

const rules: FleetKind = {
  name: 'rules',
  singular: 'rule',
  key: 'name',
  required: ['trigger'],
  defaults: { conditions: {}, actions: {}, limits: {}, active: true },
  shown: maskedChat,
  async list(portal) {
    const rows = await listObjects(portal, callNamed('getRules'))
    return rows.map(({ ruleId, company, name, definition, active }) => ({
      id: Number(ruleId),
      companyId: Number(company),
      entry: { name, ...JSON.parse(String(definition)), active },
    }))
  },
  async create(portal, company, { active, ...definition }) {
    const { data } = await portal.data<{ ruleId: number }>(callNamed('createRule'), { body: { company, ...definition } })
    if (active === false) await pause(portal, data.ruleId, false)
  },
  async change(portal, { id, companyId, entry }, { active, ...definition }) {
    await portal.data(callNamed('changeRule'), { body: { ruleId: id, company: companyId, ...definition } })
    if (active !== entry.active) await pause(portal, id, active)
  },
  async remove(portal, { id }) {
    await portal.data(callNamed('deleteRule'), { params: { id } })
  },
}

/** In the order in which they are made: others are of companies, and alarms and rules name groups. */
export const FLEET_KINDS: readonly FleetKind[] = [companies, groups, geofences, alarms, rules]

export const fieldsOf = ({ key, required, defaults }: FleetKind): string[] => [key, ...required, ...Object.keys(defaults)]
