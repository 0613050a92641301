import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { streamSim } from '#contract/sims/sims.calls.ts'
import { callEvents } from '#web/lib/call-events.ts'
import { followEvents } from '#web/lib/follow-events.ts'
import { searchParametersQuery } from '#web/shared/sims/search-parameters.api.ts'
import { simQuery } from '#web/shared/sims/sim.api.ts'

/** Delay of opening a stream, ms: going through a list with J and K opens none for each SIM. */
const OPEN_DELAY_MS = 300

/** Queries beside the SIM's own that are refetched when it has changed, if they are on the page. */
const QUERIES = ['usage', 'hours', 'history', 'chat', 'lock']

/**
 * What to do with each version of a SIM that its stream names: refetch the SIM up to it, then what else the page has of it. A response
 * in flight may be older than the change, also where the SIM's own is current already. The first version only says whether the page is.
 */
export function refetchOnVersions(client: QueryClient, icc: string): (version: string) => Promise<void> {
  const { queryKey } = simQuery(icc)
  const isCurrent = (version: string): boolean => client.getQueryData(queryKey)?.version === version
  let last: string | undefined
  return async (version) => {
    if (last === undefined ? isCurrent(version) : last === version) {
      last = version
      return
    }
    last = version
    for (let turn = 0; turn < 2 && !isCurrent(version); turn++) {
      await client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
    }
    await client.invalidateQueries({
      predicate: ({ queryKey: [area, what, of] }) => area === 'sims' && QUERIES.includes(String(what)) && of === icc,
    })
    await refetchNames(client, icc)
  }
}

/** A plan that none of the reader's SIMs had before has no name on the page. */
async function refetchNames(client: QueryClient, icc: string): Promise<void> {
  const sim = client.getQueryData(simQuery(icc).queryKey)
  const known = client.getQueryData(searchParametersQuery.queryKey)
  if (!sim || !known || known.plans.some(({ planCode }) => planCode === sim.planCode)) return
  await client.invalidateQueries({ queryKey: searchParametersQuery.queryKey })
}

/** Until the SIM leaves its company: reconnecting checks whether the user may still see it. */
async function* eventsOf(icc: string, signal: AbortSignal) {
  for await (const event of callEvents(streamSim, { params: { icc } }, { signal })) {
    yield event
    if (event.version === '') return
  }
}

/** Updates a SIM on the page from the event stream. */
export function useLiveSim(icc: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const end = new AbortController()
    const refetch = refetchOnVersions(client, icc)
    const timer = setTimeout(
      () =>
        void followEvents(
          (signal) => eventsOf(icc, signal),
          ({ version }) => refetch(version),
          end.signal,
        ),
      OPEN_DELAY_MS,
    )
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [icc, client])
}
