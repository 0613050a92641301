import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Articles } from '#contract/help/articles.ts'
import { formatDate } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import helpStyles from './help.module.css'
import { manualGroups } from './help-groups.ts'
import styles from './manual.module.css'
import { WithArticles } from './with-articles.tsx'

/** The user's manual: all articles on one page, for print. */
export function ManualPage() {
  return <WithArticles>{(articles) => <Manual articles={articles} />}</WithArticles>
}

const HELP = '/help/'

function Manual({ articles }: { articles: Articles }) {
  const { t } = useTranslation()
  const groups = manualGroups(useSession())
  const shown: ReadonlySet<string> = new Set(groups.flatMap((group) => group.ids))
  /** A link to another article becomes an anchor on this page, or plain text without it. */
  const hrefOf = (href: string) => {
    if (!href.startsWith(HELP)) return href
    const id = href.slice(HELP.length)
    return shown.has(id) ? `#${id}` : undefined
  }
  return (
    <div className={styles.manual}>
      <Cover count={shown.size} />
      <nav className={`${helpStyles.side} ${helpStyles.articles} ${styles.contents}`} aria-labelledby="manual-toc">
        <h2 id="manual-toc">{t('help.manual.contents')}</h2>
        {groups.map(({ label, ids }) => (
          <section key={label}>
            <h3 className="overline">{t(label)}</h3>
            {ids.map((id) => (
              <a key={id} href={`#${id}`}>
                {articles[id].title}
              </a>
            ))}
          </section>
        ))}
      </nav>
      <div className={styles.body}>
        {groups.map(({ label, ids }) => (
          <section key={label} className={styles.part}>
            <h2>{t(label)}</h2>
            {ids.map((id) => (
              <article key={id} id={id}>
                <h3>{articles[id].title}</h3>
                <p className={`${helpStyles.lead} text-secondary`}>{articles[id].lead}</p>
                <RichText text={articles[id].body} heading="h4" hrefOf={hrefOf} />
              </article>
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}

function Cover({ count }: { count: number }) {
  const { t } = useTranslation()
  const { userName, userLastname, companyName } = useSession()
  return (
    <header className={styles.cover}>
      <Logo size={40} />
      <h1>{t('help.manual.title')}</h1>
      <p className={`${helpStyles.lead} text-secondary`}>{t('help.manual.lead', { count })}</p>
      <p className="text-tertiary">
        {t('help.manual.reader', { name: `${userName} ${userLastname}`.trim(), company: companyName })}
        <br />
        {t('help.manual.day', { day: formatDate(new Date().toISOString()) })}
      </p>
      <Button variant="primary" className={styles.print} onClick={() => window.print()}>
        <IconPrinter className="icon" aria-hidden="true" />
        {t('help.manual.print')}
      </Button>
    </header>
  )
}
