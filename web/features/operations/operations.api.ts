import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallData } from '#contract/call.ts'
import type { RowOf } from '#contract/list-codec.ts'
import * as massCalls from '#contract/operations/mass-actions.calls.ts'
import { getOperationCost, getPlanChangeCost } from '#contract/operations/operation-costs.calls.ts'
import { downloadOperation, exportOperations } from '#contract/operations/operation-files.calls.ts'
import * as calls from '#contract/operations/operations.calls.ts'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { readEmails } from '#domain/alarms.ts'
import type { AreaMode, PlaceLock } from '#domain/area-locks.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import { type DeviceLock, type DeviceMode, keptValues } from '#domain/locks.ts'
import type { OperationAction, PlanStart } from '#domain/operations.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { countsQuery } from '#web/lib/counts-query.ts'
import { type FilterOf, pagedQuery } from '#web/lib/paged-query.ts'
import { operationKey } from '#web/shared/operations/operation.api.ts'
import type { AdvisedMove } from '#web/shared/operations/operation-request.ts'
import type { FileFormat } from '#web/ui/file-menu.tsx'

export type MassAnswer = massCalls.MassAnswer
/** A confirmed operation, with the server's message. */
export interface StartedOperation {
  readonly data: MassAnswer
  readonly message: string
}
export type OperationListRow = RowOf<typeof calls.operationList>
export type OperationItem = RowOf<typeof calls.operationItemList>
export type OperationFile = CallData<typeof massCalls.uploadOperationFile>

/** The SIMs of an operation, as in its call. */
export type MassSource =
  | { readonly icc: string[] }
  | { readonly filter: SimFilter; readonly except?: string[] }
  | { readonly fileId: number }
  | { readonly advice: AdvisedMove }

/** Parameters of an operation besides its lines. */
export interface MassDetails {
  readonly reason?: string
  readonly message?: string
  readonly companyId?: number
  readonly customField1?: string
  readonly customField2?: string
  readonly device?: string
  /** names of tags */
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
  /** the path of a group, as it is typed */
  readonly group?: string
  /** out of their groups, in place of into one */
  readonly leavesGroup?: boolean
  readonly lock?: MassLock
  readonly planCode?: string
  readonly from?: PlanStart
}

/** A lock as it is edited. 'same' leaves that part of each SIM's as it is. */
export interface MassLock {
  readonly mode: DeviceMode | 'same'
  /** one in a line */
  readonly values: string
  readonly areaMode: AreaMode | 'same'
  /** codes of countries and networks */
  readonly areas: readonly string[]
  /** numbers of geofences */
  readonly geofences: readonly string[]
  /** separated by commas; '' leaves those of each SIM */
  readonly emails: string
}

/** The lock with which the form begins. */
export const SAME_LOCK: MassLock = { mode: 'same', values: '', areaMode: 'same', areas: [], geofences: [], emails: '' }

/** The values of a lock, each in a line of its own. */
export const lockValueLines = ({ mode, values }: MassLock): string[] =>
  mode === 'imei' || mode === 'tac' ? values.split(/[\n,;]+/).filter((line) => line.trim() !== '') : []

/** The areas of a lock; undefined when those of each SIM stay. */
export const massAreaLock = ({ areaMode: mode, areas, geofences }: MassLock): PlaceLock | undefined =>
  mode === 'same' ? undefined : { mode, values: mode === 'off' ? [] : areas, geofences: mode === 'off' ? [] : geofences }

/** The devices of a lock; undefined when those of each SIM stay. */
export const massDeviceLock = (lock: MassLock): DeviceLock | undefined =>
  lock.mode === 'same' ? undefined : { mode: lock.mode, values: keptValues(lock.mode, lockValueLines(lock)) }

function lockFields(lock: MassLock): object {
  const emails = readEmails(lock.emails)
  return { device: massDeviceLock(lock), area: massAreaLock(lock), ...(emails.length > 0 && { emails }) }
}

const MASS_CALLS = {
  activate: massCalls.massActivation,
  hibernate: massCalls.massHibernation,
  reactivate: massCalls.massReactivation,
  restoreData: massCalls.massRestore,
  terminate: massCalls.massTermination,
  restart: massCalls.massReset,
  sms: massCalls.massSms,
  custom: massCalls.massCustom,
  tag: massCalls.massTag,
  group: massCalls.massGroup,
  lock: massCalls.massLock,
  assign: massCalls.assignSims,
  plan: massCalls.massPlan,
  diagnose: massCalls.massDiagnosis,
} as const satisfies Record<OperationKind, unknown>

interface PreviewInput {
  readonly kind: OperationKind
  readonly source: MassSource
  readonly details: MassDetails
}

/** Previews the lines without starting: the response is a draft. */
export function usePreview() {
  return useMutation({
    mutationFn: ({ kind, source, details: { leavesGroup, lock, ...details } }: PreviewInput) => {
      const own = kind === 'lock' ? lockFields(lock ?? SAME_LOCK) : leavesGroup ? { group: null } : {}
      const body = { ...source, ...details, ...own, preview: true }
      // `details` has each kind's own fields; the server validates them
      return call(MASS_CALLS[kind] as typeof massCalls.massHibernation, { body })
    },
  })
}

/** Queries that a new operation changes: the lists, the running count, and advice that it may follow. */
export const isOperationsQuery = ([first, second]: readonly unknown[]): boolean =>
  (first === 'operations' && (second === 'list' || second === 'counts' || second === 'running')) ||
  (first === 'plans' && second === 'advice')

export function useConfirm() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ operationId, scheduledAt, key }: { operationId: number; scheduledAt?: string; key: string }) =>
      callWithMessage(
        calls.confirmOperation,
        { params: { operationId }, body: scheduledAt === undefined ? {} : { scheduledAt } },
        { idempotencyKey: key },
      ),
    onSuccess: () => void client.invalidateQueries({ predicate: ({ queryKey }) => isOperationsQuery(queryKey) }),
  })
}

export const draftPreviewQuery = (operationId: number) =>
  callQuery(calls.previewOperation, ['operations', 'preview', operationId], { params: { operationId } }, { gcTime: 0 })

/** Discards a draft. If the call fails, the server deletes it after a day. */
export async function discardDraft(operationId: number): Promise<void> {
  await call(calls.discardOperation, { params: { operationId } }).catch(() => null)
}

export function useUploadLines() {
  return useMutation({
    mutationFn: (file: File) =>
      call(
        massCalls.uploadOperationFile,
        { query: { fileName: file.name } },
        { upload: file.slice(0, file.size, 'application/octet-stream') },
      ),
  })
}

export type OperationCost = CallData<typeof getOperationCost>

export const operationCostQuery = (operationId: number) =>
  callQuery(getOperationCost, ['operations', 'cost', operationId], { params: { operationId } })

export const presentGroupsQuery = (operationId: number) =>
  callQuery(
    calls.getOperationGroups,
    ['operations', 'groups', operationId],
    { params: { operationId } },
    { staleTime: Number.POSITIVE_INFINITY },
  )

export type PlanChangeCost = CallData<typeof getPlanChangeCost>

export const planChangeCostQuery = (operationId: number) =>
  callQuery(
    getPlanChangeCost,
    ['operations', 'planCost', operationId],
    { params: { operationId } },
    { staleTime: Number.POSITIVE_INFINITY },
  )

export const operationsQuery = (filter: FilterOf<typeof calls.listOperations>) =>
  pagedQuery(calls.listOperations, ['operations', 'list', filter], filter, { refetchInterval: 30_000 })

/** Exports the filtered list as a file. */
export const fetchOperations = (filter: FilterOf<typeof calls.listOperations>, format: FileFormat) =>
  call(exportOperations, { query: { ...filter, format } })

/** By state, whichever the list is filtered by. */
export const operationCountsQuery = ({ state, ...filter }: FilterOf<typeof calls.listOperations>) =>
  countsQuery(calls.countOperations, ['operations', 'counts', filter], filter, { refetchInterval: 30_000 })

/** What the lines of an operation are filtered by. */
export type ItemsFilter = FilterOf<typeof calls.listOperationItems>

export const itemsQuery = (operationId: number, filter: ItemsFilter) =>
  pagedQuery(calls.listOperationItems, ['operations', 'items', operationId, filter], filter, {
    params: { operationId },
    limit: 100,
  })

export type CauseGroup = CallData<typeof calls.getOperationCauses>[number]

/** With the lines, which the events of the operation invalidate. */
export const causesQuery = (operationId: number) =>
  callQuery(calls.getOperationCauses, ['operations', 'items', operationId, 'causes'], { params: { operationId } })

/** Loads the ICCs of the lines with a result, or of a cause. */
export function useSimsOfLines(operationId: number) {
  return useMutation({
    meta: { toastsError: true },
    mutationFn: async (filter: ItemsFilter): Promise<string[]> => {
      const icc: string[] = []
      let cursor: string | undefined
      do {
        const query = { ...filter, limit: 1000, cursor }
        const page = await call(calls.listOperationItems, { params: { operationId }, query })
        icc.push(...page.rows.map((row) => row.icc))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      return icc
    },
  })
}

const CONTROL_CALLS = {
  pause: calls.pauseOperation,
  resume: calls.resumeOperation,
  cancel: calls.cancelOperation,
  retry: calls.retryOperation,
  withdraw: calls.withdrawOperation,
} as const
export type OperationControl = Extract<OperationAction, keyof typeof CONTROL_CALLS>

export function useControlOperation(operationId: number, meta = { toastsError: true }) {
  const client = useQueryClient()
  return useMutation({
    meta,
    mutationFn: (verb: OperationControl) => callWithMessage(CONTROL_CALLS[verb], { params: { operationId } }),
    onSuccess: ({ data }) => client.setQueryData(operationKey(operationId), data),
    onSettled: () => void client.invalidateQueries({ queryKey: ['operations'] }),
  })
}

/** Every line of an operation with its result, or of a draft with what is expected, as a file. */
export const fetchLines = (operationId: number, format: 'csv' | 'xlsx') =>
  call(downloadOperation, { params: { operationId }, query: { format } })
