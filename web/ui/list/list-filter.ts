import type { Icon } from '@tabler/icons-react'
import type { Tone } from '../status.tsx'

/** A value that a list can be filtered by. */
export interface FilterOption {
  /** as the address has it */
  readonly value: string
  readonly name: string
  /** distinguishes it from others of its name */
  readonly about?: string | undefined
  readonly Icon?: Icon | undefined
  readonly tone?: Tone | undefined
  /** number of rows with it */
  readonly count?: number | undefined
}

/** One of few values. */
interface Choice {
  readonly kind: 'choice'
  readonly options: readonly FilterOption[]
  /** each value has a chip of its own over the list */
  readonly isFront?: boolean
  /** so many of the first values at most have a chip, besides the chosen one */
  readonly chipsMax?: number
  /** all rows, for the chip without a filter */
  readonly count?: number | undefined
  /** that chip's word, where the values are feminine */
  readonly all?: string
}

/** One of thousands of values, which the server finds. */
interface Finder {
  readonly kind: 'find'
  /** name of the value in the address */
  readonly name: string
  /** key of the searched source, for the query cache */
  readonly source: string
  /** always set: its value can be changed, not cleared */
  readonly isRequired?: boolean
  find(text: string, signal: AbortSignal): Promise<readonly FilterOption[]>
}

/** A text that is typed, such as an ICC. */
interface Typed {
  readonly kind: 'text'
  readonly hint: string
  /** undefined for a text that is refused with `wrong` */
  read?(text: string): string | undefined
  readonly wrong?: string
}

/** A span of days; `key` has its first day. */
interface Days {
  readonly kind: 'days'
  /** parameter of the last day */
  readonly until: string
}

/** What is on or off, by a chip. */
interface Flag {
  readonly kind: 'flag'
  /** on, the list has more rows: it may have some where it has none without it */
  readonly isWider?: boolean
  /** number of rows with it */
  readonly count?: number | undefined
  /** tooltip: what it adds */
  readonly title?: string
}

/** What a list can be filtered by; `key` is its parameter in the address. */
export type ListFilter = {
  readonly key: string
  readonly label: string
  /** parameters that go with it when it changes */
  readonly clears?: readonly string[]
  /** it is so often used that it has a button of its own */
  readonly isPinned?: boolean
} & (Choice | Finder | Typed | Days | Flag)

/** A filter whose values are in a menu. */
export type MenuFilter = Exclude<ListFilter, { readonly kind: 'flag' }>

/** The parameters of a list's address. */
export type ListSearch = Readonly<Record<string, string | number | undefined>>

/** The parameters that a filter sets. */
export const parametersOf = (filter: ListFilter): readonly string[] =>
  filter.kind === 'days' ? [filter.key, filter.until] : [filter.key]

export const isSet = (filter: ListFilter, search: ListSearch): boolean =>
  parametersOf(filter).some((key) => search[key] !== undefined)

type Counts = readonly { readonly value: string; readonly count: number }[] | null | undefined

/** The number of rows with a value, or of all; undefined until it is known, and where there are too many rows. */
export const countOf = (counts: Counts, value?: string): number | undefined =>
  counts?.reduce((sum, one) => (value === undefined || one.value === value ? sum + one.count : sum), 0)

/** Values with their numbers of rows, and the number of all; without numbers until they are known, and where there are too many rows. */
export const counted = (options: readonly FilterOption[], counts: Counts): Pick<Choice, 'options' | 'count'> =>
  counts
    ? {
        options: options.map((one) => ({ ...one, count: countOf(counts, one.value) })),
        count: countOf(counts),
      }
    : { options }

interface OptionStyle {
  readonly Icon: Icon
  readonly tone: Tone
}

/** Values with their words as options; `styleOf` gives them icon and colour. */
export const optionsOf = <Value extends string>(
  values: readonly Value[],
  wordOf: (value: Value) => string,
  styleOf?: Readonly<Record<Value, OptionStyle>>,
): FilterOption[] => values.map((value) => ({ value, name: wordOf(value), ...styleOf?.[value] }))

/** Also a value of the address that the options lack, such as a deleted thing. */
export const withValue = (
  options: readonly FilterOption[],
  value: string | number | undefined,
  name: string,
): FilterOption[] =>
  value === undefined || options.some((one) => one.value === String(value))
    ? [...options]
    : [...options, { value: String(value), name }]
