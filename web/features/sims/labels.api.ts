import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments } from '#contract/call.ts'
import { createGroup, deleteGroup, editGroup } from '#contract/groups/groups.calls.ts'
import { deleteTag, editTag } from '#contract/tags/tags.calls.ts'
import { callWithMessage } from '#web/lib/call.ts'
import { groupsQuery } from '#web/shared/groups/groups.api.ts'
import { tagsQuery } from '#web/shared/tags/tags.api.ts'

/** A mutation of groups or tags. They are on rows, panels and filters: all of them load again, and it waits for the list itself. */
function useLabelMutation<Variables, Answer>(
  list: { readonly queryKey: QueryKey },
  run: (variables: Variables) => Promise<Answer>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: () => {
      void client.invalidateQueries({
        predicate: ({ queryKey: [first, second] }) => first === 'sims' && second !== list.queryKey[1],
      })
      return client.invalidateQueries({ queryKey: list.queryKey })
    },
  })
}

/** @property groupId undefined for a new one */
type GroupToSave = CallArguments<typeof createGroup>['body'] & { readonly groupId: number | undefined }

export const useSaveGroup = () =>
  useLabelMutation(groupsQuery, ({ groupId, company, ...group }: GroupToSave) =>
    groupId === undefined
      ? callWithMessage(createGroup, { body: { company, ...group } })
      : callWithMessage(editGroup, { params: { groupId }, body: group }),
  )

export const useDeleteGroup = () =>
  useLabelMutation(groupsQuery, (groupId: number) => callWithMessage(deleteGroup, { params: { groupId } }))

export type TagValues = CallArguments<typeof editTag>['body']

export const useEditTag = (tagId: number) =>
  useLabelMutation(tagsQuery, (body: TagValues) => callWithMessage(editTag, { params: { tagId }, body }))

export const useDeleteTag = () =>
  useLabelMutation(tagsQuery, (tagId: number) => callWithMessage(deleteTag, { params: { tagId } }))
