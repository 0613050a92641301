import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteTag, editTag } from '#contract/tags/tags.calls.ts'
import type { TagColour } from '#domain/tags.ts'
import { callWithMessage } from '#web/lib/call.ts'
import { tagsQuery } from '#web/shared/tags/tags.api.ts'

export interface TagValues {
  readonly name: string
  readonly colour: TagColour
}

/** A tag is on every row, panel and filter: all of them load again. @returns a function that waits for the tags themselves */
function useInvalidateTags(): () => Promise<void> {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'sims' && queryKey[1] !== 'tags' })
    return client.invalidateQueries({ queryKey: tagsQuery.queryKey })
  }
}

export function useEditTag(tagId: number) {
  const invalidate = useInvalidateTags()
  return useMutation({
    mutationFn: (body: TagValues) => callWithMessage(editTag, { params: { tagId }, body }),
    onSuccess: invalidate,
  })
}

export function useDeleteTag() {
  const invalidate = useInvalidateTags()
  return useMutation({
    mutationFn: (tagId: number) => callWithMessage(deleteTag, { params: { tagId } }),
    onSuccess: invalidate,
  })
}
