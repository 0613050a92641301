import { useMutation, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useRef } from 'react'
import type { CallArguments, CallData } from '#contract/call.ts'
import { editFields } from '#contract/sims/sim-tools.calls.ts'
import { CallError, call } from '#web/lib/call.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { toasts, type Undo } from '#web/lib/toast-store.ts'
import type { OwnField } from './own-fields.ts'
import type { SimPages } from './sim-pages.ts'

type Edit = CallArguments<typeof editFields>['body']['edits'][number]
type Changed = CallData<typeof editFields>['changed']
type Values = ReadonlyMap<string, Partial<Record<OwnField, string>>>

/** New values of SIMs, with those that they had on the screen. */
export interface FieldChange {
  readonly icc: string
  readonly before: Partial<Record<OwnField, string>>
  readonly after: Partial<Record<OwnField, string>>
}

const SAVING = ['sims', 'own-fields'] as const

const valuesOf = <T>(list: readonly T[], of: (one: T) => readonly [string, Partial<Record<OwnField, string>>]): Values =>
  new Map(list.map(of))

async function send(edits: Edit[], idempotencyKey: string): Promise<Changed> {
  return (await call(editFields, { body: { edits } }, { idempotencyKey })).changed
}

/** The edits without those that the server has found changed meanwhile; undefined for another error. */
function withoutChanged(edits: readonly Edit[], error: unknown): Edit[] | undefined {
  if (!(error instanceof CallError) || error.code !== 'conflict') return undefined
  const left = edits.filter((_, index) => error.fields[`edits.${index}`] === undefined)
  return left.length > 0 && left.length < edits.length ? left : undefined
}

/** Saves own fields of SIMs. The list shows them at once, and the former ones again if the server refuses them. */
export function useSaveOwnFields(pages: SimPages) {
  const client = useQueryClient()
  const lastToast = useRef(0)
  const refresh = () =>
    void client.invalidateQueries({
      predicate: ({ queryKey: [first, second] }) => first === 'sims' && (second === 'sim' || second === 'history'),
    })
  /** Gives back the former values; SIMs that were changed since keep theirs. */
  const undoOf = (changed: Changed): Undo => {
    const edits = changed.map(({ icc, before, ...after }) => ({ icc, ...before, expected: onlyOf(before, after) }))
    const keys = [newIdempotencyKey(), newIdempotencyKey()] as const
    return async () => {
      const undone = await send(edits, keys[0]).catch((error: unknown) => {
        const left = withoutChanged(edits, error)
        return left ? send(left, keys[1]) : Promise.reject(error)
      })
      pages.patch(valuesOf(undone, ({ icc, before: _, ...after }) => [icc, after]))
      refresh()
      const kept = edits.length - undone.length
      return kept === 0 ? i18next.t('common.undone') : i18next.t('ownFields.undonePart', { undone: undone.length, count: kept })
    }
  }
  return useMutation({
    // one after the other: the last one wins
    scope: { id: 'own-fields' },
    mutationFn: (changes: readonly FieldChange[]) =>
      send(
        changes.map(({ icc, before, after }) => ({ icc, ...after, expected: before })),
        newIdempotencyKey(),
      ),
    mutationKey: SAVING,
    onMutate: (changes) => {
      // of edits one after the other, the last one can be undone
      toasts.dismiss(lastToast.current)
      pages.patch(valuesOf(changes, ({ icc, after }) => [icc, after]))
    },
    onSuccess: (changed) => {
      pages.patch(valuesOf(changed, ({ icc, before: _, ...after }) => [icc, after]))
      if (changed.length === 0 || client.isMutating({ mutationKey: SAVING }) > 1) return
      lastToast.current = toasts.success(i18next.t('ownFields.saved', { count: changed.length }), undoOf(changed))
    },
    onError: ({ message }, changes) => {
      pages.patch(valuesOf(changes, ({ icc, before }) => [icc, before]))
      toasts.error(message)
      pages.refresh()
    },
    onSettled: refresh,
  })
}

const onlyOf = (names: object, values: Record<OwnField, string>): Partial<Record<OwnField, string>> =>
  Object.fromEntries(Object.keys(names).map((name) => [name, values[name as OwnField]]))
