import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as calls from '#contract/popups/popups.calls.ts'
import { call, callWithMessage } from '#web/lib/call.ts'

export type { PopupBody, PopupDetail, PopupRow } from '#contract/popups/popups.calls.ts'

export const popupsQuery = queryOptions({
  queryKey: ['popups', 'list'],
  queryFn: ({ signal }) => call(calls.listPopups, {}, { signal }),
})

export const popupQuery = (name: string) =>
  queryOptions({
    queryKey: ['popups', 'one', name],
    queryFn: ({ signal }) => call(calls.getPopupDetail, { params: { name } }, { signal }),
  })

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
