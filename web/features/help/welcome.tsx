import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Articles } from '#contract/help/articles.ts'
import { clientConfigQuery } from '#web/lib/session.ts'
import buttonStyles from '#web/ui/button.module.css'
import { CommonTasks } from './common-tasks.tsx'
import styles from './help.module.css'
import type { visibleGroups } from './help-groups.ts'

interface WelcomeProps {
  readonly articles: Articles
  readonly groups: ReturnType<typeof visibleGroups>
}

/** What the help has: the most frequent questions, each article with its summary, and the manuals. */
export function Welcome({ articles, groups }: WelcomeProps) {
  const { t } = useTranslation()
  const { data: config } = useQuery(clientConfigQuery)
  return (
    <div className={styles.welcome}>
      <CommonTasks />
      {groups.map(({ label, ids }) => (
        <section key={label}>
          <h2>{t(label)}</h2>
          <ul className={styles.articles}>
            {ids.map((id) => (
              <li key={id}>
                <Link to="/help/$articleId" params={{ articleId: id }}>
                  <span className="medium">{articles[id].title}</span>
                  <span className="text-secondary text-small">{articles[id].lead}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className={styles.manuals}>
        <a
          className={buttonStyles.button}
          href={config?.manualsUrl ?? '/help/manual'}
          target="_blank"
          rel="noopener noreferrer"
        >
          <IconExternalLink className="icon" aria-hidden="true" />
          {t(config?.manualsUrl ? 'help.manuals' : 'help.ownManual')}
        </a>
        <span className="text-tertiary text-small">{t(config?.manualsUrl ? 'help.manualsHint' : 'help.ownManualHint')}</span>
      </p>
    </div>
  )
}
