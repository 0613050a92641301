import type { CallInput } from '#contract/call.ts'
import { PERMIT_WORDS, USER_STATE_WORDS, USER_WORDS } from '#contract/users/user-messages.ts'
import { type exportUsers as exportCall, userList } from '#contract/users/users.calls.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName, exportList, wordOf } from '#server/http/export-list.ts'
import { userQuery } from './users.queries.ts'

const FLAG_WORDS = { '1': { es: 'Sí', en: 'Yes' }, '0': { es: 'No', en: 'No' } }

/** The users of the reader's companies as a file. */
export function exportUsers(ctx: Ctx, { format, ...filter }: CallInput<typeof exportCall>['query']): Promise<FileDownload> {
  const yesOrNo = (is: string): string => wordOf(FLAG_WORDS, is, ctx.language)
  const permitNames = (permits: string): string =>
    permits
      .split(',')
      .map((permit) => wordOf(PERMIT_WORDS, permit, ctx.language))
      .join(', ')
  return exportList(ctx, format, {
    list: userList,
    name: datedName(ctx, { es: 'usuarios', en: 'users' }),
    words: USER_WORDS,
    rows: (limit) => userQuery(ctx, filter, limit),
    columns: [
      ['userName', 'text', 'userName'],
      ['userLastname', 'text', 'userLastname'],
      ['userEmail', 'text', 'userEmail'],
      ['userPhone', 'text', 'userPhone'],
      ['userTin', 'text', 'userTin'],
      ['company', 'text', 'companyName'],
      ['state', 'text', ({ state }) => wordOf(USER_STATE_WORDS, state, ctx.language)],
      ['permits', 'text', ({ permits }) => permitNames(permits)],
      ['canHibernate', 'text', ({ canHibernate }) => yesOrNo(canHibernate)],
      ['admin', 'text', ({ admin }) => yesOrNo(admin)],
      ['secondFactor', 'text', ({ secondFactor }) => yesOrNo(secondFactor)],
      ['lastSeen', 'date', 'lastSeenAt'],
      ['created', 'date', 'createdAt'],
    ],
  })
}
