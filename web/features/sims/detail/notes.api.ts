import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallData } from '#contract/call.ts'
import { addSimNote, deleteSimNote, listSimNotes } from '#contract/sims/notes.calls.ts'
import { callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'

export type SimNote = CallData<typeof addSimNote>

const notesKey = (icc: string) => ['sims', 'notes', icc]

export const notesQuery = (icc: string) => callQuery(listSimNotes, notesKey(icc), { params: { icc } })

export function useAddNote(icc: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => callWithMessage(addSimNote, { params: { icc }, body: { text } }),
    onSuccess: () => client.invalidateQueries({ queryKey: notesKey(icc) }),
  })
}

export function useDeleteNote(icc: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (noteId: string) => callWithMessage(deleteSimNote, { params: { icc, noteId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: notesKey(icc) }),
  })
}
