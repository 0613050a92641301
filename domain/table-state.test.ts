import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ColumnState, MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH, migrateColumnState } from './table-state.ts'

const column = (id: string, more: Partial<ColumnState> = {}): ColumnState => ({
  id,
  width: 120,
  hidden: false,
  pinned: false,
  ...more,
})

const DEFAULTS = [
  column('icc', { pinned: true, width: 204 }),
  column('simAdministrativeStatusId', { width: 184 }),
  column('activationDate', { hidden: true }),
  column('planCode'),
  column('ip', { hidden: true }),
]

const ids = (columns: readonly ColumnState[]) => columns.map((one) => one.id)

describe('stored column state', () => {
  test('simTechnicalStatusId becomes simAdministrativeStatusId, and activationDate is ensured and shown [S3.09]', () => {
    const stored = [
      { colId: 'planCode', width: 99, hide: true },
      { colId: 'simTechnicalStatusId', width: 150, hide: false },
    ]
    const columns = migrateColumnState(stored, DEFAULTS)
    expect(ids(columns)).toEqual(['icc', 'planCode', 'simAdministrativeStatusId', 'activationDate', 'ip'])
    expect(columns.find((one) => one.id === 'simAdministrativeStatusId')).toMatchObject({ width: 150, hidden: false })
    expect(columns.find((one) => one.id === 'activationDate')).toMatchObject({ hidden: false })
    expect(columns.find((one) => one.id === 'planCode')).toMatchObject({ width: 99, hidden: true })
  })

  test('a state that has both names keeps the first of them, once', () => {
    const stored = [
      { id: 'simTechnicalStatusId', width: 111 },
      { id: 'simAdministrativeStatusId', width: 222 },
    ]
    const statuses = migrateColumnState(stored, DEFAULTS).filter((one) => one.id === 'simAdministrativeStatusId')
    expect(statuses).toEqual([column('simAdministrativeStatusId', { width: 111 })])
  })

  test('a hidden activationDate stays hidden', () => {
    const stored = [{ id: 'icc' }, { id: 'activationDate', hidden: true }]
    expect(migrateColumnState(stored, DEFAULTS).find((one) => one.id === 'activationDate')?.hidden).toBe(true)
  })

  test.each([undefined, null, 'x', {}, [], [null, 7], [{ id: 'other' }]])('%j gives the default columns', (stored) => {
    expect(migrateColumnState(stored, DEFAULTS)).toEqual(DEFAULTS)
  })

  test('a state without visible columns gives the default columns', () => {
    const stored = DEFAULTS.map((one) => ({ ...one, hidden: true }))
    expect(migrateColumnState(stored, DEFAULTS)).toEqual(DEFAULTS)
  })

  test('pinned columns stand first', () => {
    const stored = [{ id: 'planCode' }, { id: 'icc' }, { id: 'ip', pinned: 'left' }]
    expect(ids(migrateColumnState(stored, DEFAULTS)).slice(0, 1)).toEqual(['ip'])
  })

  test('from any stored value, each column appears once with a valid width, and migrating again changes nothing', () => {
    const entry = fc.record({
      id: fc.oneof(fc.constantFrom('simTechnicalStatusId', ...ids(DEFAULTS)), fc.string()),
      width: fc.oneof(fc.integer(), fc.double(), fc.constant('wide')),
      hidden: fc.boolean(),
      pinned: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(fc.oneof(entry, fc.anything())), (stored) => {
        const columns = migrateColumnState(stored, DEFAULTS)
        expect(ids(columns).sort()).toEqual(ids(DEFAULTS).sort())
        for (const { width } of columns) {
          expect(width).toBeGreaterThanOrEqual(MIN_COLUMN_WIDTH)
          expect(width).toBeLessThanOrEqual(MAX_COLUMN_WIDTH)
        }
        expect(migrateColumnState(JSON.parse(JSON.stringify(columns)), DEFAULTS)).toEqual(columns)
      }),
    )
  })
})
