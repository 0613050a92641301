import { auditList, type exportAudit as exportCall } from '#contract/audit/audit.calls.ts'
import { AUDIT_WORDS, auditActionWord, auditEntityWord, auditFieldWord } from '#contract/audit/audit-messages.ts'
import { auditValueWord } from '#contract/audit/audit-value-words.ts'
import type { CallInput } from '#contract/call.ts'
import { differencesOf } from '#domain/differences.ts'
import type { Language } from '#domain/languages.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName, exportList } from '#server/http/export-list.ts'
import { AUDIT_ORDER, auditQuery } from './audit.queries.ts'

/** A sheet's cell holds 32 767 characters. */
const CELL_CHARACTERS = 32_000

/** The log as a file. */
export function exportAudit(ctx: Ctx, { format, ...filter }: CallInput<typeof exportCall>['query']): Promise<FileDownload> {
  const { language } = ctx
  return exportList(ctx, format, {
    list: auditList,
    name: datedName(ctx, { es: 'auditoria', en: 'audit' }),
    words: AUDIT_WORDS,
    rows: (limit) => auditQuery(ctx, filter, limit),
    order: AUDIT_ORDER,
    columns: [
      ['at', 'date', 'at'],
      ['actor', 'text', 'actor'],
      ['action', 'text', ({ action }) => auditActionWord(action, language)],
      ['entity', 'text', ({ entity }) => auditEntityWord(entity, language)],
      ['entityId', 'text', 'entityId'],
      ['changes', 'text', ({ before, after }) => changesOf(before, after, language)],
      ['companyName', 'text', 'companyName'],
      ['address', 'text', 'address'],
      ['requestId', 'text', 'requestId'],
    ],
  })
}

/** 'límite en MB: 5120 → 7; activa: sí → no' */
function changesOf(before: string | null, after: string | null, language: Language): string {
  const parse = (json: string | null): unknown => (json === null ? null : JSON.parse(json))
  return differencesOf(parse(before), parse(after))
    .map(({ path, ...one }) => {
      const [was, is] = [one.before, one.after].map((value) => auditValueWord(path, value, language))
      return `${auditFieldWord(path, language)}: ${one.before === null ? is : `${was} → ${is}`}`
    })
    .join('; ')
    .slice(0, CELL_CHARACTERS)
}
