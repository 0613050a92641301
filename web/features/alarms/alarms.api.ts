import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as calls from '#contract/alarms/alarms.calls.ts'
import type { CallArguments, CallData } from '#contract/call.ts'
import { confirmAlarmDraft } from '#contract/drafts/drafts.calls.ts'
import type { RowOf } from '#contract/list-codec.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { countsQuery } from '#web/lib/counts-query.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { type FilterOf, pagedQuery } from '#web/lib/paged-query.ts'
import type { Undo } from '#web/lib/toast-store.ts'
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
  queryOptions({
    queryKey: ['alarms', 'choices', company],
    queryFn: async ({ signal }) => (await call(calls.getAlarms, { query: { company, limit: MAX_OPTIONS } }, { signal })).rows,
  })

export const alarmPlansQuery = (companyId: number | undefined) =>
  queryOptions({
    queryKey: ['alarms', 'plans', companyId],
    queryFn: async ({ signal }) =>
      companyId === undefined ? [] : (await call(calls.getAlarmPlans, { params: { companyId } }, { signal })).rows,
    enabled: companyId !== undefined,
  })

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

/** Invalidates all that an alarm can change: alarms, notices, SIMs. */
function useInvalidateAlarms(): () => void {
  const client = useQueryClient()
  const shows = ['alarms', 'notices', 'sims', 'dashboard']
  return () => void client.invalidateQueries({ predicate: ({ queryKey }) => shows.includes(String(queryKey[0])) })
}

/** What a form saves: an alarm that exists, one of a draft, or with neither a new one. */
export interface AlarmTarget {
  readonly alarmId?: number | undefined
  readonly draftId?: number | undefined
}

/** Creates or edits an alarm. */
export function useSaveAlarm({ alarmId, draftId }: AlarmTarget) {
  const [invalidate, invalidateDrafts] = [useInvalidateAlarms(), useInvalidateDrafts()]
  return useMutation({
    mutationFn: (body: calls.AlarmBody) => {
      if (draftId !== undefined) return callWithMessage(confirmAlarmDraft, { params: { draftId }, body })
      return alarmId === undefined
        ? callWithMessage(calls.createAlarm, { body })
        : callWithMessage(calls.changeAlarm, { body: { ...body, alarmId } })
    },
    onSuccess: draftId === undefined ? undefined : invalidateDrafts,
    onSettled: invalidate,
  })
}

export function useRemoveAlarm() {
  const invalidate = useInvalidateAlarms()
  return useMutation({
    mutationFn: async (alarmId: number) => {
      const params = { id: alarmId }
      const { message } = await callWithMessage(calls.deleteAlarm, { params })
      const idempotencyKey = newIdempotencyKey()
      const restore = () => callWithMessage(calls.restoreAlarm, { params, body: {} }, { idempotencyKey })
      const undo: Undo = async () => (await restore().finally(invalidate)).message
      return { message, undo }
    },
    onSettled: invalidate,
  })
}

export const noticesQuery = (filter: NoticesFilter) =>
  pagedQuery(calls.getNotices, ['notices', 'list', filter], filter, { refetchInterval: POLL_INTERVAL_MS })

/** By kind, whichever the list is filtered by. */
export const noticeCountsQuery = ({ kind, ...filter }: NoticesFilter) =>
  countsQuery(calls.countNotices, ['notices', 'counts', filter], filter, { refetchInterval: POLL_INTERVAL_MS })

export function useRestoreNotice() {
  const invalidate = useInvalidateAlarms()
  return useMutation({
    mutationFn: (noticeId: number) => callWithMessage(calls.restoreNotice, { params: { id: noticeId }, body: {} }),
    onSettled: invalidate,
  })
}

/** Exports the filtered list as a file. */
export const fetchNotices = (filter: NoticesFilter, format: FileFormat) =>
  call(calls.exportNotices, { query: { ...filter, format } })
