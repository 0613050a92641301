import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { CallData } from '#contract/call.ts'
import { FILE_SENTENCES } from '#contract/inventory/inventory-messages.ts'
import {
  CHARGING_FILE_MAX_BYTES,
  type getAccounting,
  SHOWN_BAD_LINES,
  type uploadChargingRecords,
} from '#contract/network-admin/accounting.calls.ts'
import { CHARGING_LINE_SENTENCES, missingColumns } from '#contract/network-admin/charging-messages.ts'
import { invalidField, type Sentence } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import { storeUpload } from '#server/files/store-upload.ts'
import { importChargingFile } from '#server/ingest/cdr/import-file.ts'
import { audit } from '#server/records/audit.ts'

/** Files listed on the page. */
const ROWS = 20
const MISSING = 'missing columns: '

/** The sentence for an unreadable file. */
function problemSentence(problem: string): Sentence {
  if (problem.startsWith(MISSING)) return missingColumns(problem.slice(MISSING.length))
  return Object.hasOwn(FILE_SENTENCES, problem)
    ? FILE_SENTENCES[problem as keyof typeof FILE_SENTENCES]
    : FILE_SENTENCES.internal
}

/** Charging files from the folder or the page, the latest first. */
export async function readChargingFiles({ db, language }: Ctx): Promise<CallData<typeof getAccounting>['files']> {
  const rows = await db.selectFrom('cdr_files').selectAll().orderBy('file_id', 'desc').limit(ROWS).execute()
  return rows.map(({ file_id, name, records, bad_lines, problem, taken_at }) => ({
    fileId: Number(file_id),
    name,
    records,
    badLines: bad_lines,
    problem: problem === '' ? '' : problemSentence(problem)[language],
    takenAt: taken_at.toISOString(),
  }))
}

/** Imports a charging file that an administrator uploads; see docs/charging-records.md. */
export async function takeChargingFile(
  ctx: Ctx,
  fileName: string,
  content: Readable,
): Promise<CallData<typeof uploadChargingRecords>> {
  const { path } = await storeUpload(join(ctx.config.DATA_DIR, 'cdr-uploads'), content, CHARGING_FILE_MAX_BYTES)
  try {
    const { records, badLines, problem } = await importChargingFile(ctx.db, path, fileName, ctx.now)
    if (problem !== '') {
      throw invalidField('file', problemSentence(problem))
    }
    const after = { fileName, records, badLines: badLines.length }
    await audit(ctx.db, ctx, { action: 'charging_file.taken', entity: 'charging_file', entityId: fileName, after })
    return {
      fileName,
      records,
      badLineCount: badLines.length,
      badLines: badLines.slice(0, SHOWN_BAD_LINES).map(({ line, problem: why }) => ({
        line,
        sentence: CHARGING_LINE_SENTENCES[why][ctx.language],
      })),
    }
  } finally {
    await rm(path, { force: true })
  }
}
