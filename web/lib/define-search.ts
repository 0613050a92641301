import { isTypedDay } from './typed-day.ts'

/** Parses one parameter of an address; undefined for an unreadable text, which is ignored. */
export type SearchParam<Value> = (text: string) => Value | undefined

export type SearchParams = Readonly<Record<string, SearchParam<string | number>>>

/**
 * The values of an address; each key is present, so that the router's raw search never stands in for a parsed value.
 */
export type SearchValues<Params extends SearchParams> = {
  readonly [Name in keyof Params]?: Exclude<ReturnType<Params[Name]>, undefined> | undefined
}

/**
 * Defines the address parameters of a screen, for its route's `validateSearch`. The router prints the values as they
 * are, so each parameter parses its printed value to the same value. Accepts values, too: a link is preloaded with
 * them.
 */
export function defineSearch<const Params extends SearchParams>(params: Params) {
  return (raw: Readonly<Record<string, unknown>>): SearchValues<Params> =>
    Object.fromEntries(
      Object.entries(params).map(([name, read]) => {
        const value = Object.hasOwn(raw, name) ? raw[name] : undefined
        return [name, value === undefined || value === '' ? undefined : read(String(value))]
      }),
    ) as SearchValues<Params>
}

/** Whether an address has no parameter of a definition. */
export const isEmptySearch = (values: Readonly<Record<string, unknown>>): boolean =>
  Object.values(values).every((value) => value === undefined || value === '')

/** Any text. */
export const anyText: SearchParam<string> = (text) => text || undefined

/** A search text: trimmed, cut at `most`, absent below `least` characters. */
export const searchText =
  ({ least = 1, most = 80 } = {}): SearchParam<string> =>
  (text) => {
    const searched = text.trim().slice(0, most).trim()
    return searched.length >= least ? searched : undefined
  }

export const matching =
  (pattern: RegExp): SearchParam<string> =>
  (text) =>
    pattern.test(text) ? text : undefined

export const oneOf =
  <const Value extends string>(values: readonly Value[]): SearchParam<Value> =>
  (text) =>
    values.find((value) => value === text)

const wholeNumber =
  (pattern: RegExp): SearchParam<number> =>
  (text) =>
    pattern.test(text) ? Number(text) : undefined

/** The id of a company, a plan or another row with a 32-bit key. */
export const id = wholeNumber(/^[1-9]\d{0,8}$/)

/** The id of a row with a 64-bit key, up to the largest exact number. */
export const longId = wholeNumber(/^[1-9]\d{0,14}$/)

/** A valid day, YYYY-MM-DD. */
export const day: SearchParam<string> = (text) => (isTypedDay(text) ? text : undefined)

const ICC = /^\d{18,20}[fF]?$/

/** Whether a typed text can be an ICC: with or without its check digit, and the F that some readers add. */
export const isTypedIcc = (text: string): boolean => ICC.test(text)

export const icc = matching(ICC)

/** A flag that is on or absent. */
export const flag = oneOf(['true'])

export interface Order<Sort extends string> {
  readonly sort: Sort
  readonly descending: boolean
}

/** A column to order by; '-' before it for descending. */
export type SortParam<Sort extends string> = Sort | `-${Sort}`

export const sortOf = <const Sort extends string>(sorts: readonly Sort[]): SearchParam<SortParam<Sort>> =>
  oneOf(sorts.flatMap((sort) => [sort, `-${sort}` as const]))

/** The sort order of an address. */
export function orderOfParam<Sort extends string>(word: SortParam<Sort> | undefined, usual: Order<Sort>): Order<Sort> {
  if (word === undefined) return usual
  const descending = word.startsWith('-')
  return { sort: (descending ? word.slice(1) : word) as Sort, descending }
}

/** The address parameter of a sort order; undefined for the default one. */
export function sortParam<Sort extends string>(order: Order<Sort>, usual: Order<Sort>): SortParam<Sort> | undefined {
  if (order.sort === usual.sort && order.descending === usual.descending) return undefined
  return order.descending ? `-${order.sort}` : order.sort
}
