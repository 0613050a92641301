import {
  type Icon,
  IconAntennaBarsOff,
  IconBell,
  IconBuildingPlus,
  IconCoins,
  IconMoon,
  IconReceipt,
  IconUserPlus,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { HELP_PERMITS, type HelpId } from '#contract/help/help-ids.ts'
import { holds, type Rights, useSession } from '#web/lib/session.ts'
import styles from './common-tasks.module.css'

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
const SHOWN = 4

/** The first of the tasks that a person's rights allow. */
export const tasksFor = (rights: Rights): Task[] =>
  TASKS.filter(({ article }) => holds(rights, HELP_PERMITS[article])).slice(0, SHOWN)

export function CommonTasks() {
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
