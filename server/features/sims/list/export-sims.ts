import type { Readable } from 'node:stream'
import type { CallInput } from '#contract/call.ts'
import { decodeTsv } from '#contract/list-codec.ts'
import { DATA_SESSION_WORDS, SIM_COLUMN_WORDS, type SimColumn, STATUS_WORDS } from '#contract/sims/sim-words.ts'
import type { exportSims as exportCall, simList } from '#contract/sims/sims.calls.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { exportedMb } from '#domain/megabytes.ts'
import { originName } from '#domain/origins.ts'
import { administrativeStatusName } from '#domain/sim-status.ts'
import { consumptionPercent } from '#domain/usage.ts'
import type { Ctx } from '#server/context.ts'
import { LIST_FILE_TYPES, writeListFile } from '#server/files/list-file.ts'
import type { FileCell, FileColumn } from '#server/files/table.ts'
import type { FileAnswer } from '#server/http/answers.ts'
import { streamSims } from './list-sims.queries.ts'

type ExportBody = CallInput<typeof exportCall>['body']
type WireColumn = keyof (typeof simList)['columns']
type Words = Readonly<Record<string, ReadonlyMap<string, string>>>

/** Bytes on the wire, MB in files, as the limit beside them. */
const MEGABYTES = new Set<SimColumn>(['consumptionDailyData', 'consumptionMonthlyData'])
const DATES = new Set<SimColumn>(['activationDate'])
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

/** The list as a file that people open: words instead of numbers for status, plan and company, the page's own headings. */
export async function exportSims(ctx: Ctx, body: ExportBody): Promise<FileAnswer> {
  const wanted = body.columns as SimColumn[]
  const names = [
    ...new Set([
      ...wanted.filter((name): name is WireColumn => name !== 'percent'),
      'consumptionMonthlyData',
      'planMb',
    ] as const),
  ]
  const [words, tsv] = await Promise.all([
    wordsFor(ctx),
    streamSims(ctx, body, { names, only: body.icc?.flatMap(iccidCandidates), except: body.except?.flatMap(iccidCandidates) }),
  ])
  const columns = wanted.map(
    (name): FileColumn => ({
      header: SIM_COLUMN_WORDS[ctx.language][name] + (MEGABYTES.has(name) ? ' (MB)' : ''),
      kind: kindOf(name),
    }),
  )
  const rows = fileRows(tsv, wanted, words)
  return {
    contentType: LIST_FILE_TYPES[body.format],
    fileName: `sims-${ctx.now.toISOString().slice(0, 10)}.${body.format}`,
    content: writeListFile(body.format, { columns, rows, language: ctx.language }),
  }
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

/** The copied text as rows of cells, a chunk at a time. */
async function* fileRows(tsv: Readable, wanted: readonly SimColumn[], words: Words): AsyncGenerator<FileCell[]> {
  let rest = ''
  let header: readonly (string | null)[] | undefined
  for await (const chunk of tsv.setEncoding('utf8')) {
    const text = rest + chunk
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    for (const cells of end === 0 ? [] : decodeTsv(text.slice(0, end))) {
      if (header) yield wanted.map(cellReader(header, cells, words))
      else header = cells
    }
  }
}

function cellReader(header: readonly (string | null)[], cells: readonly (string | null)[], words: Words) {
  const textOf = (name: SimColumn): string | null => cells[header.indexOf(name)] ?? null
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
