import type { QueryClient } from '@tanstack/react-query'

/**
 * Loads queries anew that are on the page, the others when they are next shown.
 * @param features the first part of their keys
 */
export const invalidateFeatures = (client: QueryClient, features: readonly string[]): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey: [first] }) => features.includes(String(first)) })
