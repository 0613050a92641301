import {
  type Icon,
  IconAntennaBarsOff,
  IconBell,
  IconBuildingPlus,
  IconChevronDown,
  IconCoins,
  IconExternalLink,
  IconMoon,
  IconReceipt,
  IconUserPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Articles } from '#contract/help/articles.ts'
import { HELP_PERMITS, type HelpId } from '#contract/help/help-ids.ts'
import { type AskedForm, askForm } from '#web/lib/asked-form.ts'
import { clientConfigQuery, holds, type Rights, useSession } from '#web/lib/session.ts'
import { SILENT_SIMS, simsSearch } from '#web/lib/sims-address.ts'
import { Button } from '#web/ui/button.tsx'
import type { visibleGroups } from './help-groups.ts'
import styles from './welcome.module.css'

interface WelcomeProps {
  readonly articles: Articles
  readonly groups: ReturnType<typeof visibleGroups>
}

/** What the help has: the most frequent questions, each article with its summary, and the manual. */
export function Welcome({ articles, groups }: WelcomeProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.welcome}>
      <CommonTasks />
      <div className={styles.groups}>
        {groups.map(({ label, ids }) => (
          <Group key={label} title={t(label)} ids={ids} articles={articles} />
        ))}
        <Manual />
      </div>
    </div>
  )
}

/** The last card: the portal's own manual, or where the operator keeps others. */
function Manual() {
  const { t } = useTranslation()
  const { data: config } = useQuery(clientConfigQuery)
  const which = config?.manualsUrl ? 'manuals' : 'ownManual'
  const title = t(`help.${which}`)
  return (
    <section className={styles.manual} aria-label={title}>
      <h2>{title}</h2>
      <p className="text-secondary">{t(`help.${which}Hint`)}</p>
      <a className="medium" href={config?.manualsUrl ?? '/help/manual'} target="_blank" rel="noopener noreferrer">
        {t(`help.${which}Open`)}
        <IconExternalLink className="icon icon-14" aria-hidden="true" />
      </a>
    </section>
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
          <IconChevronDown className="icon icon-14" aria-hidden="true" />
        </Button>
      )}
    </section>
  )
}

interface Task {
  readonly label: ParseKeys
  readonly article: HelpId
  readonly Icon: Icon
  /** what can be done about it at once */
  readonly next?: Pick<LinkProps, 'to' | 'search'> & { readonly label: ParseKeys; readonly form?: AskedForm }
}

/** The most frequent questions, the most urgent first. */
const TASKS: readonly Task[] = [
  {
    ...{ label: 'help.task.silent', article: 'diagnosis', Icon: IconAntennaBarsOff },
    next: { label: 'help.task.silentSims', to: '/sims', search: simsSearch(SILENT_SIMS) },
  },
  {
    ...{ label: 'help.task.limit', article: 'alarms', Icon: IconBell },
    next: { label: 'alarms.new', to: '/alarm', form: 'alarm' },
  },
  {
    ...{ label: 'help.task.hibernate', article: 'operations', Icon: IconMoon },
    next: { label: 'help.task.select', to: '/sims' },
  },
  {
    ...{ label: 'help.task.bill', article: 'charges', Icon: IconReceipt },
    next: { label: 'charges.seeAll', to: '/report-charges' },
  },
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
        {tasksFor(useSession()).map(({ label, article, Icon, next }) => (
          <li key={article}>
            <Link to="/help/$articleId" params={{ articleId: article }}>
              <Icon className="icon" aria-hidden="true" />
              <span className="medium">{t(label)}</span>
            </Link>
            {next ? <Next {...next} /> : null}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Next({ label, form, ...link }: NonNullable<Task['next']>) {
  const { t } = useTranslation()
  const ask = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    // these open the screen elsewhere
    if (form && !(ctrlKey || metaKey || shiftKey)) askForm(form)
  }
  return (
    <Link {...link} className={`${styles.next} text-small underlined`} onClick={ask}>
      {t(label)}
    </Link>
  )
}
