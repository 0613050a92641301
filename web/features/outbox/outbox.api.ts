import type { RowOf } from '#contract/list-codec.ts'
import * as calls from '#contract/outbox/outbox.calls.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { countsQuery } from '#web/lib/counts-query.ts'
import { type FilterOf, pagedQuery } from '#web/lib/paged-query.ts'
import { useInvalidatingMutation } from '#web/lib/use-invalidating-mutation.ts'
import type { FileFormat } from '#web/ui/file-menu.tsx'

export type MailRow = RowOf<typeof calls.mailList>

type MailFilter = FilterOf<typeof calls.listMails>

/** Polling interval, ms: a mail changes for some seconds after it was written. */
const POLL_INTERVAL_MS = 10_000

export const mailsQuery = (filter: MailFilter) =>
  pagedQuery(calls.listMails, ['mails', 'list', filter], filter, { refetchInterval: POLL_INTERVAL_MS })

/** Exports the filtered list as a file. */
export const fetchMails = (filter: MailFilter, format: FileFormat) => call(calls.exportMails, { query: { ...filter, format } })

/** By state, whichever the list is filtered by. */
export const mailCountsQuery = ({ state, ...filter }: MailFilter) =>
  countsQuery(calls.countMails, ['mails', 'counts', filter], filter, { refetchInterval: POLL_INTERVAL_MS })

export const mailQuery = (mailId: number) =>
  callQuery(calls.getMail, ['mails', 'one', mailId], { params: { mailId } }, { refetchInterval: POLL_INTERVAL_MS })

export const useSendMail = (mailId: number) =>
  useInvalidatingMutation(['mails'], () => call(calls.sendMail, { params: { mailId } }), { meta: { toastsError: true } })

export const useTestMail = () =>
  useInvalidatingMutation(['mails'], (address: string) => callWithMessage(calls.sendTestMail, { body: { address } }))
