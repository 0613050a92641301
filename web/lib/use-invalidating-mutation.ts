import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { invalidateFeatures } from './invalidate-features.ts'

type Options<Input, Answer> = Pick<UseMutationOptions<Answer, Error, Input>, 'gcTime' | 'meta' | 'onSuccess'>

/**
 * A mutation after which queries are loaded anew, whether it succeeded or not: an answer can be lost after the change was made.
 * @param features the first part of their keys
 */
export function useInvalidatingMutation<Input = void, Answer = unknown>(
  features: readonly string[],
  mutationFn: (input: Input) => Promise<Answer>,
  options: Options<Input, Answer> = {},
) {
  const client = useQueryClient()
  return useMutation({ ...options, mutationFn, onSettled: () => void invalidateFeatures(client, features) })
}
