import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { streamSim } from '#contract/sims/sims.calls.ts'
import { callEvents } from '#web/lib/call-events.ts'
import { followEvents } from '#web/lib/follow-events.ts'
import { simQuery } from '../sims.api.ts'

/** Going through a list with J and K does not open a stream for each SIM that is passed. */
const SETTLED_MS = 300

/** What is asked for anew when a SIM has changed, as far as it is on the page. */
const SHOWS = ['sim', 'usage', 'hours', 'history', 'chat']

/** Brings what is shown of a SIM to a version; an answer that was under way may be too old for it, the next one is not. */
async function bringTo(client: QueryClient, icc: string, version: string): Promise<void> {
  const isThere = (): boolean => client.getQueryData(simQuery(icc).queryKey)?.version === version
  for (let turn = 0; turn < 2 && !isThere(); turn++) {
    await client.invalidateQueries(
      { predicate: ({ queryKey: [area, what, of] }) => area === 'sims' && SHOWS.includes(String(what)) && of === icc },
      { cancelRefetch: false },
    )
  }
}

/** Until the SIM leaves its company: another stream then says whether it is still there to be seen. */
async function* eventsOf(icc: string, signal: AbortSignal) {
  for await (const event of callEvents(streamSim, { params: { icc } }, { signal })) {
    yield event
    if (event.version === '') return
  }
}

/** Keeps a SIM that is on the page in step with what happens to it. */
export function useLiveSim(icc: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const end = new AbortController()
    const timer = setTimeout(
      () =>
        void followEvents(
          (signal) => eventsOf(icc, signal),
          ({ version }) => bringTo(client, icc, version),
          end.signal,
        ),
      SETTLED_MS,
    )
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [icc, client])
}
