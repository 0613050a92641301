import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as calls from '#contract/alarms/alarms.calls.ts'
import type { CallArguments, CallData } from '#contract/call.ts'
import { confirmAlarmDraft } from '#contract/drafts/drafts.calls.ts'
import type { RowOf } from '#contract/list-codec.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { countsQuery } from '#web/lib/counts-query.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { invalidateFeatures } from '#web/lib/invalidate-features.ts'
import { type FilterOf, pagedQuery } from '#web/lib/paged-query.ts'
import { rowsQuery } from '#web/lib/rows-query.ts'
import type { Undo } from '#web/lib/toast-store.ts'
import { useInvalidatingMutation } from '#web/lib/use-invalidating-mutation.ts'
import { useInvalidateDrafts } from '#web/shared/drafts/drafts.api.ts'
import type { FileFormat } from '#web/ui/file-menu.tsx'

export type { AlarmBody } from '#contract/alarms/alarms.calls.ts'
export type AlarmRow = RowOf<typeof calls.alarmList>
export type NoticeRow = RowOf<typeof calls.noticeList>
export type AlarmPreview = CallData<typeof calls.tryAlarm>
export type PreviewRequest = CallArguments<typeof calls.tryAlarm>['body']
type NoticesFilter = FilterOf<typeof calls.getNotices>

/** Maximum number of options of the notices' filter. */
const MAX_OPTIONS = 500
/** Polling interval, ms, as the fallback when the stream is down. */
const POLL_INTERVAL_MS = 30_000

export const alarmsQuery = (filter: FilterOf<typeof calls.getAlarms>) =>
  pagedQuery(calls.getAlarms, ['alarms', 'list', filter], filter, { refetchInterval: POLL_INTERVAL_MS })

/** Exports the filtered list as a file. */
export const fetchAlarms = (filter: FilterOf<typeof calls.getAlarms>, format: FileFormat) =>
  call(calls.exportAlarms, { query: { ...filter, format } })

/** The alarms that notices can be filtered by, those of a company or all. */
export const alarmChoicesQuery = (company: number | undefined) =>
  rowsQuery(calls.getAlarms, ['alarms', 'choices', company], { query: { company, limit: MAX_OPTIONS } })

/** Preview of an alarm on past cycles. */
export const alarmPreviewQuery = (request: PreviewRequest | undefined) =>
  queryOptions({
    queryKey: ['alarms', 'trial', request],
    queryFn: ({ signal }) =>
      request ? call(calls.tryAlarm, { body: request }, { signal }) : Promise.reject(new Error('nothing to try')),
    enabled: request !== undefined,
  })

/** Previews an alarm just before it is saved: the values on the page may be some seconds old. */
export function useAlarmPreview() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (request: PreviewRequest) => client.fetchQuery({ ...alarmPreviewQuery(request), staleTime: 0 }),
  })
}

/** What an alarm can change: alarms, notices, SIMs. */
const SHOWN_IN = ['alarms', 'notices', 'sims', 'dashboard']

/** What a form saves: an alarm that exists, one of a draft, or with neither a new one. */
export interface AlarmTarget {
  readonly alarmId?: number | undefined
  readonly draftId?: number | undefined
}

/** Creates or edits an alarm. */
export function useSaveAlarm({ alarmId, draftId }: AlarmTarget) {
  const invalidateDrafts = useInvalidateDrafts()
  const save = (body: calls.AlarmBody) => {
    if (draftId !== undefined) return callWithMessage(confirmAlarmDraft, { params: { draftId }, body })
    return alarmId === undefined
      ? callWithMessage(calls.createAlarm, { body })
      : callWithMessage(calls.changeAlarm, { body: { ...body, alarmId } })
  }
  return useInvalidatingMutation(SHOWN_IN, save, { onSuccess: draftId === undefined ? undefined : invalidateDrafts })
}

export function useRemoveAlarm() {
  const client = useQueryClient()
  return useInvalidatingMutation(SHOWN_IN, async (alarmId: number) => {
    const params = { id: alarmId }
    const { message } = await callWithMessage(calls.deleteAlarm, { params })
    const idempotencyKey = newIdempotencyKey()
    const restore = () => callWithMessage(calls.restoreAlarm, { params, body: {} }, { idempotencyKey })
    const undo: Undo = async () => (await restore().finally(() => void invalidateFeatures(client, SHOWN_IN))).message
    return { message, undo }
  })
}

export const noticesQuery = (filter: NoticesFilter) =>
  pagedQuery(calls.getNotices, ['notices', 'list', filter], filter, { refetchInterval: POLL_INTERVAL_MS })

/** What the latest ones say of the mails; they are not followed live. */
export const latestNoticesQuery = rowsQuery(calls.getNotices, ['notices', 'latest'], { query: { limit: 10 } })

/** By kind, or by what was done, whichever the list is filtered by. */
export const noticeCountsQuery = (by: 'kind' | 'action', filter: NoticesFilter) => {
  const query = { ...filter, [by]: undefined, by }
  return countsQuery(calls.countNotices, ['notices', 'counts', query], query, { refetchInterval: POLL_INTERVAL_MS })
}

export const useRestoreNotice = () =>
  useInvalidatingMutation(SHOWN_IN, (noticeId: number) =>
    callWithMessage(calls.restoreNotice, { params: { id: noticeId }, body: {} }),
  )

/** Exports the filtered list as a file. */
export const fetchNotices = (filter: NoticesFilter, format: FileFormat) =>
  call(calls.exportNotices, { query: { ...filter, format } })
