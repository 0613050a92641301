import { parsePlainSearch } from '#web/lib/address.ts'

const PRODUCT = / \| [^|]*$/
/** Limits of the contract. */
const MAX_LENGTH = { page: 300, title: 200 } as const
const ICC = /^\d{18,20}$/

export interface PageContext {
  readonly page: string
  readonly title: string
  readonly icc: string | null
}

const COST_PAGES = /^\/(report-charges|plans)(?![\w-])/

/** Whether a question was asked from charges or plans, by its page. */
export const isAboutCosts = (page: string): boolean => COST_PAGES.test(page)

/** Lists that have no company of their own for the operator. */
const LISTS_OF_ALL = ['/report-charges', '/sims', '/plans']
/** A path of plain words: the writer's browser sent it, and it may lead nowhere else than to the portal. */
const ADDRESS = /^(\/|(?:\/[\w-]+)+)(\?.*)?$/

/** Where a message was written, as the operator opens it: a list with the writer's company alone. */
export function placeOfMessage(page: string, company: number) {
  const [, to, query = ''] = ADDRESS.exec(page) ?? []
  if (to === undefined) return undefined
  const search: Readonly<Record<string, unknown>> = parsePlainSearch(query)
  return { to, search: LISTS_OF_ALL.includes(to) ? { company, ...search } : search }
}

/** The user's location: route, title, and the open SIM, as a page or beside the list. */
export function pageContextOf(address: Pick<Location, 'pathname' | 'search'>, title: string): PageContext {
  const { pathname, search } = address
  const icc = /^\/sims\/(\d+)$/.exec(pathname)?.[1] ?? (pathname === '/sims' ? new URLSearchParams(search).get('sim') : null)
  return {
    page: `${pathname}${search}`.slice(0, MAX_LENGTH.page),
    title: title.replace(PRODUCT, '').slice(0, MAX_LENGTH.title),
    icc: icc !== null && ICC.test(icc) ? icc : null,
  }
}
