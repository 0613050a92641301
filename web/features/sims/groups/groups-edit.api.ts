import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createGroup, deleteGroup, editGroup, type SimGroupRule } from '#contract/groups/groups.calls.ts'
import { callWithMessage } from '#web/lib/call.ts'
import { groupsQuery } from '#web/shared/groups/groups.api.ts'

/** A group is on rows, panels and filters: all of them load again. @returns a function that waits for the groups themselves */
function useInvalidateGroups(): () => Promise<void> {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'sims' && queryKey[1] !== 'groups' })
    return client.invalidateQueries({ queryKey: groupsQuery.queryKey })
  }
}

export interface GroupToSave {
  /** undefined for a new one */
  readonly groupId: number | undefined
  readonly company: number
  readonly path: string
  readonly rule?: SimGroupRule
  readonly activationPlans?: string[]
  readonly tags: string[]
}

export function useSaveGroup() {
  const invalidate = useInvalidateGroups()
  return useMutation({
    mutationFn: ({ groupId, company, ...group }: GroupToSave) =>
      groupId === undefined
        ? callWithMessage(createGroup, { body: { company, ...group } })
        : callWithMessage(editGroup, { params: { groupId }, body: group }),
    onSuccess: invalidate,
  })
}

export function useDeleteGroup() {
  const invalidate = useInvalidateGroups()
  return useMutation({
    mutationFn: (groupId: number) => callWithMessage(deleteGroup, { params: { groupId } }),
    onSuccess: invalidate,
  })
}
