import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MailState } from '#contract/filter-values.ts'
import type { RowOf } from '#contract/list-codec.ts'
import * as calls from '#contract/outbox/outbox.calls.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'

export type MailRow = RowOf<typeof calls.mailList>

export const mailsQuery = (state: MailState | undefined) =>
  pagedQuery(calls.listMails, ['mails', 'list', state], { state }, { refetchInterval: 10_000 })

export const mailQuery = (mailId: number) =>
  queryOptions({
    queryKey: ['mails', 'one', mailId],
    queryFn: ({ signal }) => call(calls.getMail, { params: { mailId } }, { signal }),
    refetchInterval: 10_000,
  })

export function useSendMail(mailId: number) {
  const client = useQueryClient()
  return useMutation({
    meta: { toastsError: true },
    mutationFn: () => call(calls.sendMail, { params: { mailId } }),
    onSettled: () => void client.invalidateQueries({ queryKey: ['mails'] }),
  })
}

export function useTestMail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (address: string) => callWithMessage(calls.sendTestMail, { body: { address } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['mails'] }),
  })
}
