import { Worker } from 'node:worker_threads'
import type { InventoryMapping } from '#domain/inventory-columns.ts'
import type { TableFormat } from '#server/files/table-reader.ts'
import { UnreadableFile, type UnreadableReason } from '#server/files/unreadable-file.ts'
import type { ApplyMode } from './apply-import.ts'
import type { ImportActor } from './import-row.ts'
import type { InventoryColumn } from './open-inventory.ts'

/** The task of a worker thread; it can be sent to the thread. */
export type ImportTask =
  | { readonly kind: 'open'; readonly path: string }
  | {
      readonly kind: 'check'
      readonly importId: number
      readonly path: string
      readonly mapping: InventoryMapping
      readonly defaultCompanyId: number | undefined
      readonly connectionString: string
      readonly now: Date
    }
  | {
      readonly kind: 'apply'
      readonly importId: number
      readonly mode: ApplyMode
      readonly who: ImportActor
      readonly warningPercent: number
      readonly connectionString: string
      readonly now: Date
    }

export interface OpenedFile {
  readonly format: TableFormat
  readonly columns: readonly InventoryColumn[]
  readonly mapping: InventoryMapping
}

export type TaskAnswer =
  | { readonly opened: OpenedFile }
  | { readonly done: true }
  | { readonly unreadable: UnreadableReason; readonly line: number }
  | { readonly failed: string }

/** Heap limits of a thread: reading a file takes some tens of megabytes of short-lived data. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 }

/** Runs one task in a thread of its own, so that parsing a million lines blocks no request. */
export function runImportTask(task: ImportTask, running: Set<Worker>): Promise<OpenedFile | undefined> {
  const worker = new Worker(new URL('./import.thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: LIMITS,
  })
  running.add(worker)
  return new Promise((resolve, reject) => {
    worker.on('message', (answer: TaskAnswer) => {
      if ('opened' in answer) resolve(answer.opened)
      else if ('unreadable' in answer) reject(new UnreadableFile(answer.unreadable, { line: answer.line }))
      else if ('failed' in answer) reject(new Error(answer.failed))
      else resolve(undefined)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      running.delete(worker)
      reject(new Error(`the import thread ended with ${code}`))
    })
  })
}
