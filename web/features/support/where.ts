const PRODUCT = / \| [^|]*$/
/** Limits of the contract. */
const MOST = { page: 300, title: 200 } as const
const ICC = /^\d{18,20}$/

export interface Where {
  readonly page: string
  readonly title: string
  readonly icc: string | null
}

/** The user's location: route, title, and the open SIM, as a page or beside the list. */
export function whereOf(address: Pick<Location, 'pathname' | 'search'>, title: string): Where {
  const { pathname, search } = address
  const icc = /^\/sims\/(\d+)$/.exec(pathname)?.[1] ?? (pathname === '/sims' ? new URLSearchParams(search).get('sim') : null)
  return {
    page: `${pathname}${search}`.slice(0, MOST.page),
    title: title.replace(PRODUCT, '').slice(0, MOST.title),
    icc: icc !== null && ICC.test(icc) ? icc : null,
  }
}
