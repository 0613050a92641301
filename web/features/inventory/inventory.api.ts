import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments } from '#contract/call.ts'
import * as calls from '#contract/inventory/inventory.calls.ts'
import { getPlanChoices } from '#contract/plans/plans.calls.ts'
import type { InventoryMapping } from '#domain/inventory-columns.ts'
import { call } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { saveFile } from '#web/lib/save-file.ts'

export type ImportData = calls.ImportData
export type ImportMode = 'all' | 'skipBad'

/** Polling interval of a running import, ms. */
const POLL_MS = 400

export const isWorking = (data: ImportData | undefined): boolean => data?.state === 'checking' || data?.state === 'applying'

const importKey = (importId: number) => ['imports', importId] as const

export const importQuery = (importId: number) =>
  callQuery(
    calls.getInventoryImport,
    importKey(importId),
    { params: { importId } },
    { refetchInterval: (query) => (isWorking(query.state.data) ? POLL_MS : false) },
  )

/** Caches the import of a response for `importQuery`. */
function useCacheImport() {
  const client = useQueryClient()
  return (data: ImportData) => client.setQueryData(importKey(data.importId), data)
}

export function useUpload() {
  return useMutation({
    // the call may not accept the browser's type of the file
    mutationFn: (file: File) =>
      call(
        calls.uploadInventory,
        { query: { fileName: file.name } },
        { upload: file.slice(0, file.size, 'application/octet-stream') },
      ),
    onSuccess: useCacheImport(),
  })
}

type NetworkImportBody = CallArguments<typeof calls.importNetworkSims>['body']

export function useNetworkImport(networkId: string) {
  return useMutation({
    mutationFn: (body: NetworkImportBody) => call(calls.importNetworkSims, { params: { networkId }, body }),
    onSuccess: useCacheImport(),
  })
}

/** Offered plans of the origins and types that a network carries. */
export const networkPlansQuery = (carries: readonly { readonly originId: number; readonly simTypeId: number }[]) =>
  queryOptions({
    queryKey: ['plans', 'carried', carries.map(({ originId, simTypeId }) => `${originId} ${simTypeId}`)],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        carries.map(({ originId, simTypeId }) =>
          call(getPlanChoices, { params: { id: simTypeId }, query: { provider: originId } }, { signal }),
        ),
      )
      return lists.flatMap(({ rows }) => rows)
    },
  })

export function useCheck(importId: number) {
  return useMutation({
    mutationFn: (body: { mapping: InventoryMapping; defaultCompanyId: number | null }) =>
      call(calls.checkInventory, { params: { importId }, body: { ...body, mapping: [...body.mapping] } }),
    onSuccess: useCacheImport(),
  })
}

export function useApply(importId: number) {
  return useMutation({
    mutationFn: (mode: ImportMode) => call(calls.applyInventory, { params: { importId }, body: { mode } }),
    onSuccess: useCacheImport(),
  })
}

/** Discards an uploaded file. If the call fails, the server deletes it after some days. */
export async function discard(importId: number): Promise<void> {
  await call(calls.discardInventory, { params: { importId } }).catch(() => null)
}

export async function downloadBadLines(importId: number): Promise<void> {
  const { blob, fileName } = await call(calls.getInventoryBadLines, { params: { importId } })
  saveFile(blob, fileName)
}
