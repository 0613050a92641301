import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { branchQuery } from './companies.api.ts'
import { type Branches, type BranchPage, OWN, openCompanies } from './tree-rows.ts'

interface BranchPageQuery {
  readonly parent: number
  readonly query: ReturnType<typeof branchQuery>
}

const pageQuery = (parent: number, cursor: string | undefined) => branchQuery(parent === OWN ? undefined : parent, cursor)

/** The cursors of each open branch: the start of a page is known once the one before has loaded. */
function usePageQueries(open: ReadonlySet<number>, pages: ReadonlyMap<number, number>): BranchPageQuery[] {
  const client = useQueryClient()
  return [OWN, ...open].flatMap((parent) => {
    const queries: BranchPageQuery[] = []
    let cursor: string | undefined
    for (let page = 0; page < (pages.get(parent) ?? 1); page++) {
      const query = pageQuery(parent, cursor)
      queries.push({ parent, query })
      const next = client.getQueryData(query.queryKey)?.nextCursor
      if (!next) break
      cursor = next
    }
    return queries
  })
}

/** The open branches of the tree with their pages. Closed ones keep their pages for the next time. */
export function useBranches(own: number) {
  const client = useQueryClient()
  const [turned, setTurned] = useState<ReadonlyMap<number, boolean>>(() => new Map([[own, true]]))
  const open = openCompanies((parent) => client.getQueryData(pageQuery(parent, undefined).queryKey)?.rows, turned)
  const [pages, setPages] = useState<ReadonlyMap<number, number>>(new Map())
  const queries = usePageQueries(open, pages)
  const results = useQueries({ queries: queries.map(({ query }) => query) })
  const branches = new Map<number, BranchPage[]>()
  for (const [index, { parent }] of queries.entries()) {
    const { data, isError = false } = results[index] ?? {}
    branches.set(parent, [...(branches.get(parent) ?? []), { data, isFailed: isError }])
  }
  const toggle = useCallback((companyId: number, isOpen: boolean) => {
    setTurned((before) => new Map(before).set(companyId, isOpen))
  }, [])
  const loadMore = useCallback((parent: number) => {
    setPages((before) => new Map(before).set(parent, (before.get(parent) ?? 1) + 1))
  }, [])
  const failure = results.find(({ isError }) => isError)
  return { branches: branches as Branches, open, turn: toggle, more: loadMore, failure }
}
