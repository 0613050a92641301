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
