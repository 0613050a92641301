import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as calls from '#contract/drafts/drafts.calls.ts'
import type { DraftAnswer, DraftKind } from '#domain/drafts.ts'
import { callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { rowsQuery } from '#web/lib/rows-query.ts'

export type { DraftData } from '#contract/drafts/drafts.calls.ts'

/** More wait for no one person, and a company's other people seldom have any. */
const DRAFTS_SHOWN = 50
/** Polling interval, ms: the bell says at once that there is a new one. */
const POLL_INTERVAL_MS = 30_000

export const waitingDraftsQuery = (kind: DraftKind, company: number | undefined) =>
  rowsQuery(
    calls.listDrafts,
    ['drafts', 'list', kind, company],
    { query: { kind, company, limit: DRAFTS_SHOWN } },
    { refetchInterval: POLL_INTERVAL_MS },
  )

export const draftQuery = (draftId: number) =>
  callQuery(calls.getDraft, ['drafts', 'one', draftId], { params: { draftId } }, { gcTime: 0 })

/** What a confirmed draft changes beside the drafts: the lists of rules and alarms. */
const CHANGED = ['drafts', 'rules', 'alarms', 'notices']

/** After a draft was answered; of a refused one nothing has changed. */
export function useInvalidateDrafts(): () => void {
  const client = useQueryClient()
  return () =>
    void client.invalidateQueries({
      predicate: ({ queryKey: [first, second] }) => CHANGED.includes(String(first)) && second !== 'one',
    })
}

export function useAnswerDraft(draftId: number) {
  return useMutation({
    mutationFn: (answer: DraftAnswer) => callWithMessage(calls.answerDraft, { params: { draftId }, body: { answer } }),
    onSuccess: useInvalidateDrafts(),
  })
}

/** The program and the person for whom it works, as people read it. */
export const programName = (draftedBy: string): string => draftedBy.replace(/^agent:/, '')
