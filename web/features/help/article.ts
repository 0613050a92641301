import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Articles } from '#contract/help/articles.ts'
import type { Language } from '#domain/languages.ts'
import { loadChunk } from '#web/lib/chunk.ts'
import { language, usePreference } from '#web/lib/preferences.ts'

/** The articles of a language load together: a search scans each of them. */
const LOADS: Readonly<Record<Language, () => Promise<Articles>>> = {
  es: () => import('#contract/help/articles/articles.es.ts').then(({ articlesEs }) => articlesEs),
  en: () => import('#contract/help/articles/articles.en.ts').then(({ articlesEn }) => articlesEn),
}

/**
 * The articles in the page's language.
 * @param isNeeded their code loads once they are
 */
export function useArticles(isNeeded = true) {
  const words = usePreference(language)
  return useQuery({
    queryKey: ['help', words],
    queryFn: () => loadChunk(LOADS[words]),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    enabled: isNeeded,
  })
}
