import i18next from 'i18next'
import { useEffect, useMemo, useRef, useState } from 'react'
import { EXCLUSION_SENTENCES } from '#contract/operations/operation-messages.ts'
import { EDITED_SIMS_MAX } from '#contract/sims/sim-tools.calls.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { useSaveOwnFields } from './own-fields.api.ts'
import { cellAfter, type EditEnd, type EditedCell, type OwnField } from './own-fields.ts'
import type { SimPages } from './sim-pages.ts'

/** Cells that were pasted, from a row of the list downwards. */
export interface PastedCells {
  readonly index: number
  /** the field of each column */
  readonly fields: readonly OwnField[]
  readonly cells: readonly (readonly string[])[]
}

interface Input {
  readonly pages: SimPages
  readonly cursor: number | undefined
  setCursor(index: number): void
  /** rows of the list */
  readonly total: number
  readonly shown: readonly OwnField[]
}

/** Actions on cells of own fields. A stable object, so that rows are not rendered again. */
export interface OwnFieldActions {
  activate(field: OwnField | undefined): void
  step(by: -1 | 1): void
  edit(index: number, field?: OwnField): void
  end(cell: EditedCell, text: string, end: EditEnd): void
  paste(index: number, field: OwnField, cells: readonly (readonly string[])[]): void
}

function pasteProblem({ total }: Input, { index, fields, cells }: PastedCells): string | undefined {
  const columns = Math.max(...cells.map((row) => row.length))
  if (columns > fields.length) return i18next.t('ownFields.paste.tooWide', { count: fields.length, columns })
  if (cells.length > EDITED_SIMS_MAX)
    return i18next.t('ownFields.paste.tooMany', { count: EDITED_SIMS_MAX, rows: cells.length })
  const left = total - index
  return cells.length > left ? i18next.t('ownFields.paste.tooFew', { count: left, rows: cells.length }) : undefined
}

/** The active cell of the list's own fields, the one that is edited, and what was pasted. */
export function useOwnFields(input: Input) {
  const [active, setActive] = useState<OwnField>()
  const [edited, setEdited] = useState<EditedCell>()
  const [pasted, setPasted] = useState<PastedCells>()
  const { pages } = input
  const save = useSaveOwnFields(pages)
  const isEditing = edited !== undefined
  useEffect(() => pages.hold(isEditing), [pages, isEditing])
  const now = useRef({ input, active, mutate: save.mutate })
  now.current = { input, active, mutate: save.mutate }
  const actions = useMemo<OwnFieldActions>(() => {
    const edit = (index: number, field?: OwnField) => {
      const { pages, shown, setCursor } = now.current.input
      const row = pages.row(index)
      const at = field ?? now.current.active ?? shown[0]
      if (!row || !at || !shown.includes(at)) return
      setCursor(index)
      setActive(at)
      // a retired SIM is read-only
      if (row.simAdministrativeStatusId === ADMINISTRATIVE_STATUS.retired)
        return toasts.info(sentence(EXCLUSION_SENTENCES.wrong_status))
      setEdited({ icc: row.icc, field: at })
    }
    return {
      activate: setActive,
      step: (by) => {
        const { shown } = now.current.input
        const place = now.current.active ? shown.indexOf(now.current.active) : -1
        setActive(shown[Math.max(-1, Math.min(shown.length - 1, place + by))])
      },
      edit,
      end: ({ icc, field }, text, end) => {
        const { pages, shown, total } = now.current.input
        const index = pages.indexOf(icc)
        const row = index === undefined ? undefined : pages.row(index)
        setEdited((cell) => (cell?.icc === icc && cell.field === field ? undefined : cell))
        const before = row?.[field]
        if (end !== 'cancel' && before !== undefined && text.trim() !== before)
          now.current.mutate([{ icc, before: { [field]: before }, after: { [field]: text.trim() } }])
        if (index === undefined || end === 'stay' || end === 'cancel') return
        const next = cellAfter(shown, { index, field }, end)
        if (next.index >= 0 && next.index < total) edit(next.index, next.field)
      },
      paste: (index, field, cells) => {
        const { input: list } = now.current
        if (!list.shown.includes(field)) return
        const given = { index, fields: list.shown.slice(list.shown.indexOf(field)), cells }
        const problem = pasteProblem(list, given)
        if (problem) return toasts.error(problem)
        setActive(field)
        const row = list.pages.row(index)
        const [[only = '', ...others] = [], ...rows] = cells
        if (others.length + rows.length > 0) setPasted(given)
        else if (row && row[field] !== only)
          now.current.mutate([{ icc: row.icc, before: { [field]: row[field] }, after: { [field]: only } }])
      },
    }
  }, [])
  return { active, edited, actions, pasted, closePasted: () => setPasted(undefined), save }
}
