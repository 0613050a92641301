import type { CallInput } from '#contract/call.ts'
import { type exportMails as exportCall, mailList } from '#contract/outbox/outbox.calls.ts'
import { MAIL_STATE_WORDS, MAIL_WORDS } from '#contract/outbox/outbox-messages.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName, exportList, wordOf } from '#server/http/export-list.ts'
import { MAIL_ORDER, mailListQuery } from './outbox.queries.ts'

/** The list of mails as a file; what they say is read one by one. */
export function exportMails(ctx: Ctx, { format, ...filter }: CallInput<typeof exportCall>['query']): Promise<FileDownload> {
  return exportList(ctx, format, {
    list: mailList,
    name: datedName(ctx, { es: 'correos', en: 'emails' }),
    words: MAIL_WORDS,
    rows: (limit) => mailListQuery(ctx, filter, limit),
    order: MAIL_ORDER,
    columns: [
      ['created', 'date', 'createdAt'],
      ['subject', 'text', 'subject'],
      ['to', 'text', 'address'],
      ['state', 'text', ({ state }) => wordOf(MAIL_STATE_WORDS, state, ctx.language)],
      ['attempts', 'number', 'attempts'],
      ['problem', 'text', 'problem'],
      ['settled', 'date', 'settledAt'],
    ],
  })
}
