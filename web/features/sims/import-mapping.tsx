import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_NAMES, MAPPING_SENTENCES } from '#contract/inventory-messages.ts'
import { INVENTORY_FIELDS, type InventoryField, mappingProblem } from '#domain/inventory-columns.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { type ImportData, useCheck } from './import.api.ts'
import { searchParametersQuery } from './sims.api.ts'

interface ImportMappingProps {
  readonly data: ImportData
  onOther(): void
  onChecked(): void
}

/** What each column holds, as found, with examples, to be corrected. */
export function ImportMapping({ data, onOther, onChecked }: ImportMappingProps) {
  const { t } = useTranslation()
  const [mapping, setMapping] = useState(() => data.columns.map(({ field }) => field))
  const [companyId, setCompanyId] = useState<number | null>(data.defaultCompanyId)
  const check = useCheck(data.importId)
  const problem = mappingProblem(mapping)
  const { kind, encoding, separator, sheet } = data.format
  const asCsv = `CSV, ${encoding}, ${separator === '\t' ? 'TAB' : separator}`
  return (
    <>
      <p className="t2">
        <b>{data.fileName}</b>
        <span className="t3">
          {' '}
          · {t('imports.readAs', { format: kind === 'csv' ? asCsv : `XLSX, ${t('imports.sheet', { name: sheet })}` })}
        </span>
      </p>
      <h3 className="import-h">{t('imports.mapping')}</h3>
      <p className="t3 s12">{t('imports.mappingHint')}</p>
      <MappingTable data={data} mapping={mapping} onChange={setMapping} />
      {mapping.includes('company') ? null : <CompanyChoice value={companyId} onChange={setCompanyId} />}
      {problem || check.error ? (
        <p role="alert" className="import-failed">
          {problem ? sentence(MAPPING_SENTENCES[problem]) : check.error?.message}
        </p>
      ) : null}
      <div className="dialog-actions">
        <Button onClick={onOther}>{t('imports.other')}</Button>
        <Button
          variant="primary"
          blocked={problem !== undefined || check.isPending}
          onClick={() =>
            check.mutate(
              { mapping, defaultCompanyId: mapping.includes('company') ? null : companyId },
              { onSuccess: onChecked },
            )
          }
        >
          {t('imports.check')}
        </Button>
      </div>
    </>
  )
}

type Mapping = (InventoryField | null)[]

interface TableProps {
  readonly data: ImportData
  readonly mapping: Mapping
  onChange(mapping: Mapping): void
}

function MappingTable({ data, mapping, onChange }: TableProps) {
  const { t } = useTranslation()
  // a column has no other name than its place
  const placed = data.columns.map(({ header, samples }, column) => ({ header, samples, column }))
  /** A field that is given to one column is taken from the other that had it. */
  const give = (column: number, field: InventoryField | null) =>
    onChange(mapping.map((held, index) => (index === column ? field : field !== null && held === field ? null : held)))
  return (
    <div className="import-scroll">
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">{t('imports.column')}</th>
            <th scope="col">{t('imports.samples')}</th>
            <th scope="col">{t('imports.field')}</th>
          </tr>
        </thead>
        <tbody>
          {placed.map(({ header, samples, column }) => {
            const name = header || t('imports.columnNumber', { number: column + 1 })
            return (
              <tr key={column}>
                <th scope="row">{name}</th>
                <td className="t3" title={samples.join(' · ')}>
                  {samples.filter(Boolean).join(' · ')}
                </td>
                <td>
                  <FieldChoice
                    label={t('imports.fieldOf', { column: name })}
                    value={mapping[column] ?? null}
                    onChange={(field) => give(column, field)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
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
    <select
      className={value === null ? 'import-select t3' : 'import-select'}
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
    </select>
  )
}

function CompanyChoice({ value, onChange }: { value: number | null; onChange: (companyId: number | null) => void }) {
  const { t } = useTranslation()
  const { data } = useQuery(searchParametersQuery)
  return (
    <label className="import-company">
      <span>{t('imports.defaultCompany')}</span>
      <select
        className="import-select"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{t('imports.noDefault')}</option>
        {data?.companies.map(({ companyId, companyName }) => (
          <option key={companyId} value={companyId}>
            {companyName}
          </option>
        ))}
      </select>
    </label>
  )
}
