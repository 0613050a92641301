import type { Readable } from 'node:stream'
import type { CallInput } from '#contract/call.ts'
import { DATA_SESSION_WORDS, SIM_COLUMN_WORDS, type SimColumn, STATUS_WORDS } from '#contract/sims/sim-words.ts'
import type { exportSims as exportCall, simList } from '#contract/sims/sims.calls.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { exportedMb } from '#domain/megabytes.ts'
import { originName } from '#domain/origins.ts'
import { administrativeStatusName } from '#domain/sim-status.ts'
import { consumptionPercent } from '#domain/usage.ts'
import type { Ctx } from '#server/context.ts'
import { copiedRows, listFile } from '#server/files/list-file.ts'
import type { FileCell, FileColumn } from '#server/files/table.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName } from '#server/http/export-list.ts'
import { streamSims } from './list-sims.queries.ts'

type ExportBody = CallInput<typeof exportCall>['body']
type WireColumn = keyof (typeof simList)['columns']
type Words = Readonly<Record<string, ReadonlyMap<string, string>>>

/** Bytes on the wire, MB in files, as the limit beside them. */
const MEGABYTES = new Set<SimColumn>(['consumptionDailyData', 'consumptionMonthlyData'])
const DATES = new Set<SimColumn>(['activationDate', 'lastSeen'])
const NUMBERS = new Set<SimColumn>([
  'percent',
  'planMb',
  'consumptionDailyData',
  'consumptionMonthlyData',
  'consumptionDailyVoice',
  'consumptionMonthlyVoice',
  'consumptionDailySms',
  'consumptionMonthlySms',
])

/** The list as a file for people: words instead of numbers for status, plan and company, the page's headings. */
export async function exportSims(ctx: Ctx, body: ExportBody): Promise<FileDownload> {
  const selected = body.columns as SimColumn[]
  const names = [
    ...new Set([
      ...selected.filter((name): name is WireColumn => name !== 'percent'),
      'consumptionMonthlyData',
      'planMb',
    ] as const),
  ]
  const [words, tsv] = await Promise.all([
    wordsFor(ctx),
    streamSims(ctx, body, { names, only: body.icc?.flatMap(iccidCandidates), except: body.except?.flatMap(iccidCandidates) }),
  ])
  const columns = selected.map(
    (name): FileColumn => ({
      header: SIM_COLUMN_WORDS[ctx.language][name] + (MEGABYTES.has(name) ? ' (MB)' : ''),
      kind: kindOf(name),
    }),
  )
  const rows = fileRows(tsv, names, selected, words)
  return listFile(body.format, `${datedName(ctx, { es: 'sims', en: 'sims' })}.${body.format}`, {
    columns,
    rows,
    language: ctx.language,
  })
}

function kindOf(name: SimColumn): FileColumn['kind'] {
  if (DATES.has(name)) return 'date'
  return NUMBERS.has(name) ? 'number' : 'text'
}

async function wordsFor(ctx: Ctx): Promise<Words> {
  const { db, language } = ctx
  const [plans, apns, companies, origins, types] = await Promise.all([
    db.selectFrom('plans').select(['plan_code as id', 'name']).execute(),
    db.selectFrom('apns').select(['apn_id as id', 'name']).execute(),
    db.selectFrom('companies').select(['company_id as id', 'business_name as name']).execute(),
    db.selectFrom('origins').select(['origin_id as id', 'name']).execute(),
    db.selectFrom('sim_types').select(['sim_type_id as id', 'name']).execute(),
  ])
  const byId = (rows: readonly { id: string | number; name: string }[]) =>
    new Map(rows.map(({ id, name }) => [String(id), name]))
  const statuses = Array.from({ length: 12 }, (_, id) => ({ id, status: administrativeStatusName(id) }))
  return {
    planCode: byId(plans),
    apnId: byId(apns),
    companyId: byId(companies),
    providerId: byId(origins.map(({ id, name }) => ({ id, name: originName(name, language) }))),
    simTypeId: byId(types),
    gprsStatus: byId(DATA_SESSION_WORDS[language].map((name, id) => ({ id, name }))),
    simAdministrativeStatusId: byId(
      statuses.flatMap(({ id, status }) => (status ? [{ id, name: STATUS_WORDS[language][status] }] : [])),
    ),
  }
}

/** The copied text as rows of cells: streamSims copies the columns `names` in their order. */
async function* fileRows(
  tsv: Readable,
  names: readonly string[],
  columns: readonly SimColumn[],
  words: Words,
): AsyncGenerator<FileCell[]> {
  for await (const rows of copiedRows(tsv)) for (const cells of rows) yield columns.map(cellReader(names, cells, words))
}

function cellReader(names: readonly string[], cells: readonly (string | null)[], words: Words) {
  const textOf = (name: SimColumn): string | null => cells[names.indexOf(name)] ?? null
  return (name: SimColumn): FileCell => {
    if (name === 'percent') return consumptionPercent(Number(textOf('consumptionMonthlyData')), Number(textOf('planMb')))
    const value = textOf(name)
    if (value === null) return null
    if (MEGABYTES.has(name)) return exportedMb(Number(value))
    if (NUMBERS.has(name)) return Number(value)
    if (DATES.has(name)) return new Date(value)
    return words[name]?.get(value) ?? value
  }
}
