import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as calls from '#contract/popups/popups.calls.ts'
import { callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'

export type { PopupBody, PopupDetail, PopupRow } from '#contract/popups/popups.calls.ts'

export const popupsQuery = callQuery(calls.listPopups, ['popups', 'list'], {})

export const popupQuery = (name: string) => callQuery(calls.getPopupDetail, ['popups', 'one', name], { params: { name } })

/** @param name undefined for a new one */
export function useSavePopup(name: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: calls.PopupBody) =>
      name === undefined
        ? callWithMessage(calls.createPopup, { body })
        : callWithMessage(calls.changePopup, { params: { name }, body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['popups'] }),
  })
}

export function useEndPopup(name: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callWithMessage(calls.endPopup, { params: { name } }),
    onSettled: () => void client.invalidateQueries({ queryKey: ['popups'] }),
  })
}
