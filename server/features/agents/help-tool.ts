import { z } from 'zod'
import { articlesEn } from '#contract/help/articles/articles.en.ts'
import { articlesEs } from '#contract/help/articles/articles.es.ts'
import type { Article, Articles } from '#contract/help/articles.ts'
import { HELP_IDS, HELP_PERMITS } from '#contract/help/help-ids.ts'
import { searchHelp } from '#contract/help/search-help.ts'
import type { Language } from '#domain/languages.ts'
import type { Permit } from '#domain/permits.ts'
import { type Ask, Refused } from './ask.ts'
import { defineTool } from './tool.ts'

const ARTICLES: Readonly<Record<Language, Articles>> = { es: articlesEs, en: articlesEn }

/** Articles that a search answers. */
const FOUND_ARTICLES = 6

export const HELP_TOOL = defineTool({
  name: 'help',
  title: 'How the portal works',
  description:
    'The portal’s own manual: with `search` the articles that answer a question, the best first (in the person’s language), with `article` a whole one, with neither the list of all. Ask it before you explain a screen, a status, a price rule or an API.',
  scope: null,
  input: z.strictObject({
    search: z.string().trim().min(2).max(200).describe('A question, or words of it').optional(),
    article: z.enum(HELP_IDS).describe('One article, as the list or a search names it').optional(),
  }),
  resource: {
    folder: 'help',
    description: 'An article of the manual, in the person’s language.',
    mimeType: 'text/markdown',
    inputOf: (article) => ({ article }),
    textOf: (answer) => {
      const { title, lead, body } = answer as Article
      return `# ${title}\n\n${lead}\n\n${body}\n`
    },
    entries: (ask) => articlesFor(ask).map(({ id, title, lead }) => ({ id, title, description: lead })),
  },
  run: async (ask, { search, article }) => {
    const articles = ARTICLES[ask.language]
    const found = articlesFor(ask)
    if (article !== undefined) {
      if (!found.some(({ id }) => id === article)) throw new Refused('not_found', 'no article of this name is for this person')
      return asMarkdown(articles[article])
    }
    const ids = found.map(({ id }) => id)
    if (search !== undefined) return { found: searchHelp(articles, ids, search).slice(0, FOUND_ARTICLES) }
    return { articles: found }
  },
})

/** The articles that the person may read. */
const articlesFor = ({ permits, language }: Ask) =>
  HELP_IDS.filter((id) => isForReader(HELP_PERMITS[id], permits)).map((id) => {
    const { title, lead } = ARTICLES[language][id]
    return { id, title, lead }
  })

/** Without the indentation that its body has in the source. */
const asMarkdown = ({ body, ...article }: Article): Article => ({ ...article, body: body.replaceAll(/^ +/gm, '').trim() })

/** Agents act for no administrator. */
const isForReader = (permit: Permit | 'admin' | null, permits: readonly Permit[]): boolean =>
  permit === null || (permit !== 'admin' && permits.includes(permit))
