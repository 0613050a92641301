import { parsePlainSearch } from '#web/lib/address.ts'
import type { Right } from '#web/lib/session.ts'
import { SCREENS } from '#web/shared/screens.ts'

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

/** The screen at a path, with the parameters in it. */
function screenAt(path: string) {
  for (const [pattern, screen] of Object.entries(SCREENS)) {
    const found = new RegExp(`^${pattern.replaceAll(/\$(\w+)/g, '(?<$1>[\\w-]+)')}$`).exec(path)
    if (found) return { ...screen, params: { ...found.groups } }
  }
  return undefined
}

/** The screen where a message was written: its title in the reader's language, with the parameters that it takes. */
export const screenOfMessage = (page: string) => screenAt(page.split('?', 1)[0] ?? '')

/**
 * Where a message was written, as the operator opens it: a list with the writer's company alone. Undefined unless it is a screen for
 * which the reader has the right: the writer's browser sent the address, and it may lead nowhere else.
 */
export function placeOfMessage(page: string, company: number, mayOpen: (right: Right) => boolean) {
  const [to = '', ...query] = page.split('?')
  const screen = screenAt(to)
  if (!screen || !mayOpen(screen.permit)) return undefined
  const search: Readonly<Record<string, unknown>> = parsePlainSearch(query.join('?'))
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
