import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EXCLUSION_SENTENCES } from '#contract/operations/operation-messages.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form } from '#web/ui/form.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import type { SimRow } from '../sims.api.ts'
import type { FieldChange, useSaveOwnFields } from './own-fields.api.ts'
import { OWN_FIELD_MAX, type OwnField } from './own-fields.ts'
import styles from './paste-dialog.module.css'
import type { SimPages } from './sim-pages.ts'
import type { PastedCells } from './use-own-fields.ts'

/** Changes that the preview lists; the others are counted. */
const LISTED = 100

interface PasteProps {
  readonly pages: SimPages
  readonly pasted: PastedCells | undefined
  readonly save: ReturnType<typeof useSaveOwnFields>
  onClose(): void
}

/** A line that was pasted, with the SIM that gets it. */
interface Line extends FieldChange {
  /** its number among the lines that were pasted, from 1 */
  readonly number: number
  readonly isSame: boolean
  /** why it cannot be saved */
  readonly problem: 'tooLong' | 'retired' | undefined
}

function lineOf(row: SimRow, place: number, { fields, cells: all }: PastedCells): Line {
  const cells = all[place] ?? []
  const given = fields.slice(0, cells.length)
  const after = Object.fromEntries(given.map((field, place) => [field, cells[place] ?? '']))
  const isTooLong = Object.values(after).some((text) => text.length > OWN_FIELD_MAX)
  const isRetired = row.simAdministrativeStatusId === ADMINISTRATIVE_STATUS.retired
  return {
    icc: row.icc,
    number: place + 1,
    before: Object.fromEntries(given.map((field) => [field, row[field]])),
    after,
    isSame: given.every((field) => after[field] === row[field]),
    problem: isTooLong ? 'tooLong' : isRetired ? 'retired' : undefined,
  }
}

/** Shows what pasted cells change, and saves all of it or nothing. */
export function PasteDialog({ pages, pasted, save, onClose }: PasteProps) {
  const { t } = useTranslation()
  const { data: rows, error } = useQuery({
    queryKey: ['sims', 'pasted', pasted],
    queryFn: ({ signal }) =>
      pasted ? pages.range(pasted.index, pasted.index + pasted.cells.length - 1, signal) : Promise.resolve([]),
    enabled: pasted !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const width = pasted ? Math.max(...pasted.cells.map((cells) => cells.length)) : 0
  const [first, second] = (pasted?.fields.slice(0, width) ?? []).map((field) => t(`sims.field.${field}`))
  const field = second ? t('ownFields.paste.two', { first, second }) : first
  return (
    <Dialog
      opened={pasted !== undefined}
      onClose={onClose}
      title={t('ownFields.paste.title', { field, count: pasted?.cells.length ?? 0 })}
      fullOnPhone
    >
      {error ? <Failure error={error} /> : null}
      {pasted && rows ? (
        <Changes
          lines={rows.map((row, place) => lineOf(row, place, pasted))}
          fields={pasted.fields.slice(0, width)}
          isBusy={save.isPending}
          onSave={(changes) => save.mutate(changes, { onSettled: onClose })}
          onClose={onClose}
        />
      ) : error ? null : (
        <Skeleton width="60%" />
      )}
    </Dialog>
  )
}

interface ChangesProps {
  readonly lines: readonly Line[]
  readonly fields: readonly OwnField[]
  readonly isBusy: boolean
  onSave(changes: readonly FieldChange[]): void
  onClose(): void
}

function Changes({ lines, fields, isBusy, onSave, onClose }: ChangesProps) {
  const { t } = useTranslation()
  const columns = useColumns(fields)
  const wrong = lines.filter(({ problem }) => problem)
  const changes = lines.filter(({ isSame, problem }) => !isSame && !problem)
  const same = lines.length - wrong.length - changes.length
  // what keeps the rest from being saved comes first
  const listed = [...wrong, ...changes]
  const isBlocked = wrong.length > 0 || changes.length === 0
  const saveAll = () => {
    if (!isBlocked && !isBusy) onSave(changes.map(({ icc, before, after }) => ({ icc, before, after })))
  }
  return (
    <Form isPending={isBusy} onAttempt={saveAll}>
      {wrong.length > 0 ? (
        <div className={styles.wrong}>
          <Problem isAlert>{t('ownFields.paste.wrong', { count: wrong.length })}</Problem>
        </div>
      ) : null}
      {listed.length > 0 ? (
        <div className={styles.changes}>
          <Table label={t('ownFields.paste.rows')} rows={listed.slice(0, LISTED)} rowKey={({ icc }) => icc} columns={columns} />
        </div>
      ) : null}
      {listed.length > LISTED ? (
        <p className="text-secondary text-small">{t('ownFields.paste.more', { count: listed.length - LISTED })}</p>
      ) : null}
      {same > 0 ? (
        <p className={`text-secondary ${styles.note}`}>
          {listed.length === 0 ? t('ownFields.paste.nothing') : t('ownFields.paste.same', { count: same })}
        </p>
      ) : null}
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" blocked={isBlocked || isBusy} aria-busy={isBusy} data-autofocus>
          {isBusy ? t('ownFields.paste.busy') : t('ownFields.paste.button', { count: changes.length })}
        </Button>
      </div>
    </Form>
  )
}

function useColumns(fields: readonly OwnField[]): TableColumn<Line>[] {
  const { t } = useTranslation()
  const value = { isLong: true, phone: 'line', isNamed: true } as const
  const values = fields.flatMap((field): TableColumn<Line>[] => {
    const name = t(`sims.field.${field}`)
    return [
      {
        ...value,
        id: `${field}-now`,
        head: t('ownFields.paste.now', { field: name }),
        cell: ({ before }) => <span className="text-tertiary">{before[field] || '—'}</span>,
      },
      {
        ...value,
        id: `${field}-then`,
        head: t('ownFields.paste.next', { field: name }),
        cell: (line) => <NewValue line={line} text={line.after[field] ?? ''} />,
      },
    ]
  })
  return [
    { id: 'sim', head: t('ownFields.paste.sim'), isRowHead: true, phone: 'head', cell: ({ icc }) => <Icc value={icc} /> },
    ...values,
  ]
}

function NewValue({ line: { number, problem }, text }: { line: Line; text: string }) {
  const { t } = useTranslation()
  const isTooLong = text.length > OWN_FIELD_MAX
  if (problem !== 'retired' && !isTooLong) return <span className="medium">{text || '—'}</span>
  const why =
    problem === 'retired' ? sentence(EXCLUSION_SENTENCES.wrong_status) : t('ownFields.paste.tooLong', { count: OWN_FIELD_MAX })
  return <span className="text-stop">{t('ownFields.paste.line', { number, problem: why })}</span>
}
