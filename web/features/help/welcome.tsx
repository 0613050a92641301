import {
  type Icon,
  IconAntennaBarsOff,
  IconBell,
  IconBuildingPlus,
  IconCoins,
  IconExternalLink,
  IconMoon,
  IconReceipt,
  IconUserPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Articles } from '#contract/help/articles.ts'
import { HELP_PERMITS, type HelpId } from '#contract/help/help-ids.ts'
import { clientConfigQuery, holds, type Rights, useSession } from '#web/lib/session.ts'
import buttonStyles from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import type { visibleGroups } from './help-groups.ts'
import styles from './welcome.module.css'

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
      <div className={styles.groups}>
        {groups.map(({ label, ids }) => (
          <Group key={label} title={t(label)} ids={ids} articles={articles} />
        ))}
      </div>
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

/** Articles of a group that are shown before the others are asked for. */
const SHOWN = 5

interface GroupProps extends Pick<WelcomeProps, 'articles'> {
  readonly title: string
  readonly ids: readonly HelpId[]
}

function Group({ title, ids, articles }: GroupProps) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // the button that had the focus is gone
  useEffect(() => {
    if (isWhole) list.current?.querySelectorAll<HTMLElement>('a')[SHOWN]?.focus()
  }, [isWhole])
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.articles} ref={list}>
        {ids.slice(0, isWhole ? undefined : SHOWN).map((id) => (
          <li key={id}>
            <Link to="/help/$articleId" params={{ articleId: id }}>
              <span className="medium">{articles[id].title}</span>
              <span className="text-secondary text-small">{articles[id].lead}</span>
            </Link>
          </li>
        ))}
      </ul>
      {isWhole || ids.length <= SHOWN ? null : (
        <Button
          variant="ghost"
          size="sm"
          aria-label={t('help.allOf', { count: ids.length, title })}
          onClick={() => setWhole(true)}
        >
          {t('help.all', { count: ids.length })}
        </Button>
      )}
    </section>
  )
}

interface Task {
  readonly label: ParseKeys
  readonly article: HelpId
  readonly Icon: Icon
}

/** The most frequent questions, the most urgent first. */
const TASKS: readonly Task[] = [
  { label: 'help.task.silent', article: 'diagnosis', Icon: IconAntennaBarsOff },
  { label: 'help.task.limit', article: 'alarms', Icon: IconBell },
  { label: 'help.task.hibernate', article: 'operations', Icon: IconMoon },
  { label: 'help.task.bill', article: 'charges', Icon: IconReceipt },
  { label: 'help.task.cheaper', article: 'optimise', Icon: IconCoins },
  { label: 'help.task.invite', article: 'users', Icon: IconUserPlus },
  { label: 'help.task.customer', article: 'companies', Icon: IconBuildingPlus },
]
const TASKS_SHOWN = 4

/** The first of the tasks that a person's rights allow. */
const tasksFor = (rights: Rights): Task[] =>
  TASKS.filter(({ article }) => holds(rights, HELP_PERMITS[article])).slice(0, TASKS_SHOWN)

function CommonTasks() {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('help.tasks')}>
      <ul className={styles.tasks}>
        {tasksFor(useSession()).map(({ label, article, Icon }) => (
          <li key={article}>
            <Link to="/help/$articleId" params={{ articleId: article }}>
              <Icon className="icon" aria-hidden="true" />
              <span className="medium">{t(label)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
