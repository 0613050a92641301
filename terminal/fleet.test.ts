import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedFields, merged, type Placed, planFleet } from './fleet-changes.ts'
import { parseFleet } from './fleet-file.ts'
import { type Entry, type Existing, FLEET_KINDS, type FleetKind } from './fleet-kinds.ts'

const kindNamed = (name: string): FleetKind => FLEET_KINDS.find((kind) => kind.name === name) as FleetKind
const companies = kindNamed('companies')
const groups = kindNamed('groups')
const alarms = kindNamed('alarms')
const rules = kindNamed('rules')

const read = (text: string, environment = {}) => parseFleet(text, 'fleet.yaml', environment)
/** As a file has what is in the environment. */
const reference = (name: string): string => `\${${name}}`
const placed = (kind: FleetKind, entry: Entry, companyId = 3): Placed => ({
  ...{ kind, entry, written: entry, companyId },
  company: undefined,
})
const existing = (entry: Entry, companyId = 3): Existing => ({ id: 7, companyId, entry })
const plan = (entries: readonly Placed[], there: readonly (readonly [FleetKind, readonly Existing[]])[], isPruning = false) =>
  planFleet(entries, new Map(there), isPruning)
const steps = ({ changes }: ReturnType<typeof plan>): string[] =>
  changes.map(({ does, kind, key }) => `${does} ${kind.singular} ${key}`)

describe('a fleet file', () => {
  test('has entries by kind; the company is that of the entry, or of the whole file', () => {
    const entries = read(`
company: Andes
groups:
  - path: Norte
alarms:
  - { name: Flota, limitMb: 400, emails: [ana@andes.test], company: 4 }
`)
    expect(entries.map(({ kind, company, entry }) => [kind.name, company, entry])).toEqual([
      ['groups', 'Andes', { path: 'Norte' }],
      ['alarms', '4', { name: 'Flota', limitMb: 400, emails: ['ana@andes.test'] }],
    ])
  })

  test('takes secrets from the environment, and shows their names', () => {
    const [one] = read(`groups: [{ path: "${reference('PLACE')}/Trucks" }]`, { PLACE: 'North' })
    expect([one?.entry, one?.written]).toEqual([{ path: 'North/Trucks' }, { path: `${reference('PLACE')}/Trucks` }])
  })

  test.each([
    ['groups: [', /^fleet\.yaml is no YAML: .* at line 1/],
    ['- groups', 'fleet.yaml has to begin with companies:, groups:, geofences:, alarms:, rules:.'],
    [
      'alarm: []',
      'fleet.yaml has no alarm. Did you mean alarms? It may have company, companies, groups, geofences, alarms, rules.',
    ],
    ['alarms: { name: a }', 'alarms has to be a list.'],
    ['alarms: [Flota]', 'alarms[1] has to be fields with values, such as name.'],
    ['alarms: [{ name: a, limit: 4, emails: [] }]', /^alarms\[1\] has no limit\. It may have company, name, limitMb,/],
    ['alarms: [{ name: a, limitMb: 4 }]', 'alarms[1] has no emails.'],
    ['companies: [{ businessName: Norte }]', 'companies[1] has no tin.'],
    ['companies: [{ tin: 76.1-1, businessName: N, parent: 3 }]', /^companies\[1\] has no parent\. It may have company, tin,/],
    ['groups: [{ path: "" }]', 'groups[1] has no path.'],
    [`groups: [{ path: "${reference('NONE')}" }]`, `The file names ${reference('NONE')}, and the environment has no NONE.`],
  ])('%s is refused by a sentence', (text, sentence) => {
    expect(() => read(text)).toThrow(sentence)
  })
})

describe('what differs', () => {
  test('are the fields of the file alone, those within others by themselves, lists as sets', () => {
    const live = { name: 'a', emails: ['x@a.test', 'y@a.test'], actions: { tag: '', operation: 'cutData' }, active: true }
    expect(changedFields(live, { emails: ['Y@a.test', 'x@a.test'], actions: { operation: 'cutData' } })).toEqual([])
    expect(changedFields(live, { actions: { tag: 'lost' }, active: false })).toEqual([
      { name: 'actions.tag', from: '', to: 'lost' },
      { name: 'active', from: true, to: false },
    ])
    expect(merged(live, { actions: { tag: 'lost' } })).toEqual({ ...live, actions: { tag: 'lost', operation: 'cutData' } })
  })

  test('a trigger or a shape is one value; the corners of a shape are no set', () => {
    const live = { trigger: { kind: 'data', per: 'day', mb: 5 } }
    const trigger = { kind: 'silence', hours: 4 }
    expect(changedFields(live, { trigger })).toEqual([{ name: 'trigger', from: live.trigger, to: trigger }])
    expect(merged(live, { trigger })).toEqual({ trigger })
    const polygon = (...corners: number[]) => ({ shape: { kind: 'polygon', corners: corners.map((lat) => ({ lat, lon: 1 })) } })
    expect(changedFields(polygon(1, 2, 3), polygon(2, 1, 3))).toHaveLength(1)
    expect(changedFields(polygon(1, 2, 3), polygon(1, 2, 3))).toEqual([])
  })

  test('what was written is what there is: a second time there is nothing to do', () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 4 }))
    const entry = fc.dictionary(fc.string(), fc.oneof(leaf, fc.dictionary(fc.string(), leaf)), { maxKeys: 5 })
    fc.assert(
      fc.property(entry, entry, (live, target) => {
        expect(changedFields(merged(live, target), target)).toEqual([])
      }),
    )
  })
})

describe('a plan', () => {
  const alarm = { name: 'Flota', plan: '', group: '', limitMb: 400, emails: ['ana@andes.test'], cutsData: false, active: true }

  test('makes what is missing, with what a new one has otherwise, and changes what differs', () => {
    const its = plan(
      [placed(alarms, { name: 'Flota', limitMb: 500 }), placed(groups, { path: 'Norte', tags: ['frío'] })],
      [[alarms, [existing(alarm)]]],
    )
    expect(steps(its)).toEqual(['create group Norte', 'change alarm Flota'])
    expect(its.changes.map(({ entry }) => entry)).toEqual([
      { path: 'Norte', rule: null, activationPlans: [], tags: ['frío'] },
      { ...alarm, limitMb: 500 },
    ])
  })

  test('makes outer groups first, and groups before what names them; deletes the other way round', () => {
    const entries = [
      placed(rules, { name: 'R', trigger: { kind: 'first' } }),
      placed(groups, { path: 'A/B/C' }),
      placed(groups, { path: 'A' }),
    ]
    expect(steps(plan(entries, []))).toEqual(['create group A', 'create group A/B/C', 'create rule R'])
    const there = [
      [groups, ['A', 'A/B', 'X', 'X/Y'].map((path) => existing({ path }))],
      [rules, [existing({ name: 'R', trigger: { kind: 'first' } }), existing({ name: 'Old' })]],
    ] as const
    expect(steps(plan(entries, there, true))).toEqual([
      'create group A/B/C',
      'delete rule Old',
      'delete group X/Y',
      'delete group X',
    ])
    expect(plan(entries, there)).toMatchObject({ extra: 3 })
  })

  test('deletes nothing of kinds and companies that the file does not have, and nothing without a name', () => {
    const there = [
      [alarms, [existing(alarm), existing({ ...alarm, name: '' }), existing({ ...alarm, name: 'Other' }, 4)]],
      [groups, [existing({ path: 'A' })]],
    ] as const
    expect(steps(plan([placed(alarms, { name: 'Flota', limitMb: 400 })], there, true))).toEqual([])
  })

  test('compares the address of a chat as the portal shows it, and sends it whole', () => {
    const rule = (chat: string) => ({ name: 'R', trigger: { kind: 'first' }, actions: { chat, tag: '' } })
    const there = [[rules, [existing(rule('https://chat.example/…9abc'))]]] as const
    expect(steps(plan([placed(rules, rule('https://chat.example/hooks/9abc'))], there))).toEqual([])
    const [change] = plan([placed(rules, rule('https://chat.example/hooks/0000'))], there).changes
    expect(change?.entry).toMatchObject({ actions: { chat: 'https://chat.example/hooks/0000', tag: '' } })
  })

  test('keeps companies apart: the same name may be in two', () => {
    const entries = [3, 4].map((companyId) => placed(alarms, { name: 'Flota', limitMb: 400, emails: [] }, companyId))
    expect(steps(plan(entries, [[alarms, [existing({ ...alarm, emails: [] })]]]))).toEqual(['create alarm Flota'])
  })

  test('is refused where a name says nothing', () => {
    const twice = [1, 2].map(() => placed(groups, { path: 'A' }))
    expect(() => plan(twice, [])).toThrow('The file has the group A twice.')
    const both = [existing(alarm), existing(alarm)]
    expect(() => plan([placed(alarms, alarm)], [[alarms, both]])).toThrow('The portal has more than one alarm Flota')
  })
})

describe('companies of a file', () => {
  const live = { tin: '76.123.456-0', businessName: 'Norte SpA', website: 'https://norte.test', city: 'Arica', country: 'CL' }
  const there = (parent = 3): Existing => ({ id: 40, companyId: parent, entry: live, version: 'v1' })
  const company = (entry: Entry, more: Partial<Placed> = {}): Placed => ({
    ...placed(companies, { businessName: 'Norte SpA', ...entry }),
    ...more,
  })

  test('are found by their tax ids however these are written, and compared as the portal keeps them', () => {
    const same = { tin: '76123456-0', website: 'norte.test', country: 'cl' }
    expect(plan([company(same)], [[companies, [there()]]]).changes).toEqual([])
    const [change] = plan([company({ ...same, city: 'Iquique' })], [[companies, [there()]]]).changes
    expect(change).toMatchObject({ does: 'change', fields: [{ name: 'city', from: 'Arica', to: 'Iquique' }] })
    expect(change?.entry).toMatchObject({ city: 'Iquique', businessName: 'Norte SpA' })
  })

  test('are one, however their tax id is written', () => {
    expect(() => plan([company({ tin: '76.1-9' }), company({ tin: '761-9' })], [])).toThrow(
      'The file has the company 761-9 twice.',
    )
  })

  test('stay where they are, and are never deleted', () => {
    expect(() => plan([company({ tin: live.tin })], [[companies, [there(5)]]])).toThrow('a file moves none')
    // the file's own company
    expect(steps(plan([company({ tin: live.tin, city: 'Lima' }, { companyId: 40 })], [[companies, [there(7)]]]))).toHaveLength(
      1,
    )
    const others = [there(), { ...there(), id: 41, entry: { ...live, tin: '1-9' } }]
    expect(plan([company({ tin: live.tin })], [[companies, others]], true)).toEqual({ changes: [], extra: 0 })
    expect(plan([company({ tin: live.tin })], [[companies, others]])).toEqual({ changes: [], extra: 0 })
  })

  test('come before what is of them, and say what stands for the number that they get', () => {
    const entries = [placed(groups, { path: 'A' }, -1), company({ tin: '1-9' }, { standIn: -1 })]
    const { changes } = plan(entries, [])
    expect(changes.map(({ kind, companyId, standIn }) => [kind.name, companyId, standIn])).toEqual([
      ['companies', 3, -1],
      ['groups', -1, undefined],
    ])
  })
})
