import { IconMessageCircle } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SUPPORT_LISTS } from '#domain/support.ts'
import { classes } from '#web/lib/classes.ts'
import cardStyles from '#web/ui/card.module.css'
import { Card } from '#web/ui/card.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { PageHead } from '#web/ui/list/list.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationView } from './conversation-view.tsx'
import styles from './support.module.css'

/** For administrators: users' conversations. The address: /support?show=mine&conversation=12 */
export function SupportPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { show = 'waiting', conversation: chosen } = useSearch({ from: '/app/support' })
  return (
    <div className={`page ${styles.page}`}>
      <PageHead title={t('support.title')} lead={t('support.lead')} />
      <div className={classes(styles.desk, chosen !== undefined && styles.hasChosen)}>
        <Card title={t('support.lists')} line className={styles.inbox}>
          <div className={styles.filter}>
            <Choice
              label={t('support.lists')}
              value={show}
              options={SUPPORT_LISTS.map((value) => ({ value, text: t(`support.list.${value}`) }))}
              onChange={(next) => void navigate({ to: '/support', search: { show: next }, replace: true })}
            />
          </div>
          <ConversationList show={show} chosen={chosen} />
        </Card>
        <section className={`${cardStyles.card} ${styles.conversation}`} aria-label={t('support.thread')}>
          {chosen === undefined ? (
            <EmptyState isWhole Icon={IconMessageCircle} title={t('support.choose')}>
              {t('support.chooseHint')}
            </EmptyState>
          ) : (
            <ConversationView key={chosen} conversationId={chosen} back={{ show }} />
          )}
        </section>
      </div>
    </div>
  )
}
