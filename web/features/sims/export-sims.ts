import i18next from 'i18next'
import { exportSims, listSims, type SimFilter } from '#contract/sims/sims.calls.ts'
import { call, callFile, type FileAnswer } from '#web/lib/call.ts'
import { todayOfReader } from '#web/lib/day-range.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { toasts } from '#web/lib/toast-store.ts'
import type { Selection } from './grid/selection.ts'
import type { ExportRequest, ListOrder } from './sims.api.ts'

/** Maximum of ICCs in a request, by the contract. */
export const SINGLE_MAX = 100_000

/** The selection for a request: single SIMs, or the filter with exceptions. */
export function selectedPart(selection: Selection): Pick<ExportRequest, 'icc' | 'except'> {
  if (selection.kind === 'some') return { icc: [...selection.icc] }
  return selection.except.size > 0 ? { except: [...selection.except] } : {}
}

async function download(file: Promise<FileAnswer>): Promise<void> {
  toasts.info(i18next.t('sims.exporting'))
  try {
    const { blob, fileName } = await file
    saveFile(blob, fileName)
    toasts.success(i18next.t('sims.exported', { name: fileName }))
  } catch (error) {
    toasts.error(error instanceof Error ? error.message : String(error))
  }
}

/** Exports the shown columns of the list or its selection. */
export function exportFile(request: ExportRequest): Promise<void> {
  return download(call(exportSims, { body: request }))
}

/** Exports every matching SIM with every column, as the server streams it. */
export function exportWhole({ filter, sort, descending }: ListOrder): Promise<void> {
  const fileName = `sims-${todayOfReader()}.tsv`
  return download(callFile(listSims, { body: { filter, sort, descending } }, { fileName }))
}

/** ICCs of a selection, from the server if they are not loaded. */
export async function selectedIccs(selection: Selection, filter: SimFilter): Promise<string[]> {
  if (selection.kind === 'some') return [...selection.icc]
  const { blob } = await call(exportSims, { body: { format: 'csv', columns: ['icc'], filter, ...selectedPart(selection) } })
  return (await blob.text()).match(/\d{18,22}/g) ?? []
}
