import { IconMessageCircle } from '@tabler/icons-react'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Articles } from '#contract/help/articles.ts'
import { classes } from '#web/lib/classes.ts'
import { useSession } from '#web/lib/session.ts'
import { SUPPORT_CHAT, useHasSupportChat } from '#web/shared/support/support-chat.ts'
import { SearchField } from '#web/ui/list/search-field.tsx'
import { ArticleView, NoArticle } from './article-view.tsx'
import { Contents } from './contents.tsx'
import styles from './help.module.css'
import { visibleGroups } from './help-groups.ts'
import { Welcome } from './welcome.tsx'
import { WithArticles } from './with-articles.tsx'

/**
 * Articles about every screen: contents and search at the side of an article, above them at the start. The address:
 * /help/sims?q=buscar
 */
export function HelpPage() {
  return <WithArticles>{(articles) => <Help articles={articles} />}</WithArticles>
}

function Help({ articles }: { articles: Articles }) {
  const { t } = useTranslation()
  const { articleId } = useParams({ strict: false })
  const { q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const groups = visibleGroups(useSession())
  const isStart = articleId === undefined
  const id = groups.flatMap(({ ids }) => ids).find((one) => one === articleId)
  const search = (text: string) => {
    const to = isStart ? '/help' : '/help/$articleId'
    void navigate({ to, params: { articleId: articleId ?? '' }, search: text === '' ? {} : { q: text }, replace: true })
  }
  return (
    <div className={classes(styles.help, isStart ? styles.start : styles.atArticle)}>
      {isStart ? (
        <header>
          <h1>{t('help.welcome')}</h1>
          <p className="text-secondary">{t('help.welcomeLead')}</p>
        </header>
      ) : null}
      <aside className={styles.side} aria-label={t('help.contents')}>
        <SearchField className={styles.search} text={q} label={t('help.search')} hint={t('help.searchHint')} onText={search} />
        {/* the start of the help is its contents */}
        {isStart && q === '' ? null : <Contents articles={articles} groups={groups} q={q} />}
        {isStart || q !== '' ? <AskSupport /> : null}
      </aside>
      <div className={styles.main}>
        {isStart ? (
          q === '' && <Welcome articles={articles} groups={groups} />
        ) : id ? (
          <ArticleView key={id} id={id} articles={articles} groups={groups} q={q} />
        ) : (
          <NoArticle />
        )}
      </div>
    </div>
  )
}

/** For who finds no answer: it opens the portal's own support chat; nothing for those without one. */
function AskSupport() {
  const { t } = useTranslation()
  if (!useHasSupportChat()) return null
  return (
    <p className={`${styles.ask} text-secondary`}>
      {t('help.noAnswer')}
      <Link {...SUPPORT_CHAT} className="medium">
        <IconMessageCircle className="icon" aria-hidden="true" />
        {t('shell.support')}
      </Link>
    </p>
  )
}
