import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Articles } from '#contract/help/articles.ts'
import { searchHelp } from '#contract/help/search-help.ts'
import styles from './help.module.css'
import type { visibleGroups } from './help-groups.ts'
import { highlighted } from './highlighted.tsx'

interface ContentsProps {
  readonly articles: Articles
  readonly groups: ReturnType<typeof visibleGroups>
  /** searched text; '' for none */
  readonly q: string
}

/** The articles by heading, or the search results. */
export function Contents({ articles, groups, q }: ContentsProps) {
  const { t } = useTranslation()
  if (q.trim() !== '') return <Found articles={articles} groups={groups} q={q} />
  return (
    <nav className={`${styles.articles} ${styles.contents}`} aria-label={t('help.contents')}>
      {groups.map(({ label, ids }) => (
        <section key={label}>
          <h2 className="overline">{t(label)}</h2>
          {ids.map((id) => (
            <Link key={id} to="/help/$articleId" params={{ articleId: id }}>
              {articles[id].title}
            </Link>
          ))}
        </section>
      ))}
    </nav>
  )
}

function Found({ articles, groups, q }: ContentsProps) {
  const { t } = useTranslation()
  const ids = groups.flatMap((group) => group.ids)
  const hits = searchHelp(articles, ids, q)
  return (
    <nav className={styles.found} aria-label={t('help.contents')}>
      <p className="text-tertiary text-small" role="status">
        {hits.length === 0 ? t('help.nothing', { text: q }) : t('help.found', { count: hits.length, text: q })}
      </p>
      {hits.length === 0 ? <p className="text-secondary">{t('help.nothingHint')}</p> : null}
      {hits.map(({ id, title, excerpt }) => (
        <Link key={id} to="/help/$articleId" params={{ articleId: id }} search={{ q }}>
          <span className="medium">{highlighted(title, q)}</span>
          <span className="text-secondary text-small">{highlighted(excerpt, q)}</span>
        </Link>
      ))}
    </nav>
  )
}
