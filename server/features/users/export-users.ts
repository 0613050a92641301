import { Readable } from 'node:stream'
import type { CallInput } from '#contract/call.ts'
import type { RowOf } from '#contract/list-codec.ts'
import { PERMIT_WORDS, USER_STATE_WORDS, USER_WORDS } from '#contract/users/user-messages.ts'
import { type exportUsers as exportCall, userList } from '#contract/users/users.calls.ts'
import type { Language } from '#domain/languages.ts'
import type { Permit } from '#domain/permits.ts'
import type { UserState } from '#domain/users.ts'
import type { Ctx } from '../../context.ts'
import { copyRows } from '../../db/raw-rows.ts'
import { listRows, renamedLines } from '../../files/copied-list.ts'
import { LIST_FILE_TYPES, SHEET_ROWS, writeListFile } from '../../files/list-file.ts'
import type { FileCell, FileColumn } from '../../files/table.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { userQuery } from './users.queries.ts'

type Query = CallInput<typeof exportCall>['query']
type Row = RowOf<typeof userList>

const YES = { es: 'Sí', en: 'Yes' }
const NO = { es: 'No', en: 'No' }
const yes = (flag: string, language: Language): string => (flag === '1' ? YES : NO)[language]
const moment = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** The columns for people: heading, kind, and what stands there. */
const SHOWN: readonly (readonly [keyof typeof USER_WORDS, FileColumn['kind'], (row: Row, language: Language) => FileCell])[] = [
  ['userName', 'text', ({ userName }) => userName],
  ['userLastname', 'text', ({ userLastname }) => userLastname],
  ['userEmail', 'text', ({ userEmail }) => userEmail],
  ['userPhone', 'text', ({ userPhone }) => userPhone],
  ['userTin', 'text', ({ userTin }) => userTin],
  ['company', 'text', ({ companyName }) => companyName],
  ['state', 'text', ({ state }, language) => USER_STATE_WORDS[state as UserState][language]],
  ['permits', 'text', ({ permits }, language) => permitNames(permits, language)],
  ['canHibernate', 'text', ({ canHibernate }, language) => yes(canHibernate, language)],
  ['admin', 'text', ({ admin }, language) => yes(admin, language)],
  ['secondFactor', 'text', ({ secondFactor }, language) => yes(secondFactor, language)],
  ['lastSeen', 'date', ({ lastSeenAt }) => moment(lastSeenAt)],
  ['created', 'date', ({ createdAt }) => moment(createdAt)],
]

const permitNames = (permits: string, language: Language): string =>
  permits === ''
    ? ''
    : permits
        .split(',')
        .map((permit) => PERMIT_WORDS[permit as Permit][language])
        .join(', ')

/** The users of the reader's companies as a file. A sheet holds as many as it has rows for. */
export async function exportUsers(ctx: Ctx, { format, ...filter }: Query): Promise<FileAnswer> {
  const copied = await copyRows(ctx.pool, ctx.db, userQuery(ctx, filter, format === 'xlsx' ? SHEET_ROWS : undefined))
  return {
    contentType: LIST_FILE_TYPES[format],
    fileName: `usuarios-${ctx.now.toISOString().slice(0, 10)}.${format}`,
    content: format === 'tsv' ? Readable.from(renamedLines(userList, copied)) : fileFor(format, copied, ctx.language),
  }
}

function fileFor(format: 'csv' | 'xlsx', copied: Readable, language: Language): Readable {
  const columns = SHOWN.map(([name, kind]): FileColumn => ({ header: USER_WORDS[name][language], kind }))
  const rows = listRows(userList, copied, (row) => SHOWN.map(([, , cell]) => cell(row, language)))
  return writeListFile(format, { columns, rows, language })
}
