import { Select } from './select.tsx'

interface FilterSelectProps<Value extends string> {
  readonly label: string
  /** the option for all values */
  readonly all: string
  readonly values: readonly Value[]
  /** undefined: all of them */
  readonly value: Value | undefined
  readonly className?: string
  wordOf(value: Value): string
  onValue(value: Value | undefined): void
}

/** Filters a list by one of few values, or by none. */
export function FilterSelect<Value extends string>({
  label,
  all,
  values,
  value,
  className,
  wordOf,
  onValue,
}: FilterSelectProps<Value>) {
  return (
    <Select
      aria-label={label}
      {...(className ? { className } : {})}
      value={value ?? ''}
      onChange={(event) => onValue(values.find((one) => one === event.currentTarget.value))}
    >
      <option value="">{all}</option>
      {values.map((one) => (
        <option key={one} value={one}>
          {wordOf(one)}
        </option>
      ))}
    </Select>
  )
}
