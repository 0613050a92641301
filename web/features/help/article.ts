import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { loadArticles } from '#contract/help/articles.ts'
import { loadChunk } from '#web/lib/chunk.ts'
import { language, usePreference } from '#web/lib/preferences.ts'

/**
 * The articles in the page's language.
 * @param isNeeded their code loads once they are
 */
export function useArticles(isNeeded = true) {
  const words = usePreference(language)
  return useQuery({
    queryKey: ['help', words],
    queryFn: () => loadChunk(() => loadArticles(words)),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    enabled: isNeeded,
  })
}
