import { Select } from './select.tsx'

interface CompanySelectProps {
  readonly label: string
  /** what stands for all of them */
  readonly all: string
  readonly companies: readonly { readonly company: number; readonly companyName: string }[]
  readonly company: number | undefined
  /** '': all */
  onCompany(company: string): void
}

/** Of whom to show a list; nothing where there is only one company. */
export function CompanySelect({ label, all, companies, company, onCompany }: CompanySelectProps) {
  if (companies.length < 2) return null
  return (
    <Select
      className="company-select"
      aria-label={label}
      value={String(company ?? '')}
      onChange={(event) => onCompany(event.currentTarget.value)}
    >
      <option value="">{all}</option>
      {companies.map((one) => (
        <option key={one.company} value={one.company}>
          {one.companyName}
        </option>
      ))}
    </Select>
  )
}
