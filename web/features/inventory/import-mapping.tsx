import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_NAMES, MAPPING_SENTENCES } from '#contract/inventory/inventory-messages.ts'
import { INVENTORY_FIELDS, type InventoryField, mappingProblem } from '#domain/inventory-columns.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CompanyField } from '#web/shared/companies/company-finder.tsx'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Select } from '#web/ui/select.tsx'
import { Table } from '#web/ui/table.tsx'
import { ImportProblem } from './import-problem.tsx'
import { type ImportData, useCheck } from './inventory.api.ts'
import styles from './inventory.module.css'

interface ImportMappingProps {
  readonly data: ImportData
  readonly restartLabel: string
  onRestart(): void
  onChecked(): void
}

/** The detected field of each column, with examples, to be corrected. */
export function ImportMapping({ data, restartLabel, onRestart, onChecked }: ImportMappingProps) {
  const { t } = useTranslation()
  const [mapping, setMapping] = useState(() => data.columns.map(({ field }) => field))
  const [companyId, setCompanyId] = useState<number | null>(data.defaultCompanyId)
  const check = useCheck(data.importId)
  const problem = mappingProblem(mapping)
  const defaultCompanyId = mapping.includes('company') ? null : companyId
  return (
    <>
      <p className={`text-secondary ${styles.file}`}>
        <b>{data.fileName}</b>
        <span className="text-tertiary"> · {useFormatText(data.format)}</span>
      </p>
      <h3 className={styles.heading}>{t('imports.mapping')}</h3>
      <p className="text-tertiary text-small">{t('imports.mappingHint')}</p>
      <MappingTable data={data} mapping={mapping} onChange={setMapping} />
      {mapping.includes('company') ? null : (
        <CompanyField
          label={t('imports.defaultCompany')}
          placeholder={t('imports.noDefault')}
          company={companyId ?? undefined}
          onClear={() => setCompanyId(null)}
          onChoose={({ id }) => setCompanyId(id)}
        />
      )}
      {problem || check.error ? (
        <ImportProblem>{problem ? sentence(MAPPING_SENTENCES[problem]) : check.error?.message}</ImportProblem>
      ) : null}
      <div className={dialogStyles.actions}>
        <Button onClick={onRestart}>{restartLabel}</Button>
        <Button
          variant="primary"
          blocked={problem !== undefined || check.isPending}
          onClick={() => check.mutate({ mapping, defaultCompanyId }, { onSuccess: onChecked })}
        >
          {t('imports.check')}
        </Button>
      </div>
    </>
  )
}

const SEPARATORS = { ',': 'imports.comma', ';': 'imports.semicolon', '\t': 'imports.tab' } as const

/** The detected format of the file: 'CSV en UTF-8, separado por punto y coma'. */
function useFormatText({ kind, encoding, separator, sheet }: ImportData['format']): string {
  const { t } = useTranslation()
  if (kind === 'xlsx') return t('imports.asXlsx', { sheet })
  const name = separator in SEPARATORS ? t(SEPARATORS[separator as keyof typeof SEPARATORS]) : separator
  return t('imports.asCsv', { encoding: encoding.toUpperCase(), separator: name })
}

type Mapping = (InventoryField | null)[]

interface TableProps {
  readonly data: ImportData
  readonly mapping: Mapping
  onChange(mapping: Mapping): void
}

function MappingTable({ data, mapping, onChange }: TableProps) {
  const { t } = useTranslation()
  // a column's only id is its index
  const placed = data.columns.map(({ header, samples }, column) => ({
    name: header || t('imports.columnNumber', { number: column + 1 }),
    samples: samples.filter(Boolean).join(' · '),
    column,
  }))
  /** Assigning a field to a column removes it from another. */
  const give = (column: number, field: InventoryField | null) =>
    onChange(mapping.map((held, index) => (index === column ? field : field !== null && held === field ? null : held)))
  return (
    <div className={styles.scroll}>
      <Table
        label={t('imports.mapping')}
        rows={placed}
        rowKey={({ column }) => column}
        columns={[
          {
            id: 'column',
            head: t('imports.column'),
            isRowHead: true,
            title: ({ name }) => name,
            cell: ({ name, samples }) => (
              <>
                {name}
                <span className={`only-on-phone text-tertiary text-small ${styles.value} ellipsis`}>{samples}</span>
              </>
            ),
          },
          {
            id: 'samples',
            head: t('imports.samples'),
            className: 'hide-on-phone text-tertiary',
            title: ({ samples }) => samples,
            cell: ({ samples }) => samples,
          },
          {
            id: 'field',
            head: t('imports.field'),
            cell: ({ name, column }) => (
              <FieldChoice
                label={t('imports.fieldOf', { column: name })}
                value={mapping[column] ?? null}
                onChange={(field) => give(column, field)}
              />
            ),
          },
        ]}
      />
    </div>
  )
}

interface FieldChoiceProps {
  readonly label: string
  readonly value: InventoryField | null
  onChange(field: InventoryField | null): void
}

function FieldChoice({ label, value, onChange }: FieldChoiceProps) {
  const { t } = useTranslation()
  return (
    <Select
      className={value === null ? 'text-tertiary' : ''}
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(INVENTORY_FIELDS.find((field) => field === event.target.value) ?? null)}
    >
      <option value="">{t('imports.leftOut')}</option>
      {INVENTORY_FIELDS.map((field) => (
        <option key={field} value={field}>
          {sentence(FIELD_NAMES[field])}
        </option>
      ))}
    </Select>
  )
}
