import { IconMessageCircle } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SUPPORT_LISTS, type SupportList } from '#domain/support.ts'
import { classes } from '#web/lib/classes.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import cardStyles from '#web/ui/card.module.css'
import { Card } from '#web/ui/card.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { PageHead } from '#web/ui/list/list.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationView } from './conversation-view.tsx'
import { conversationsQuery } from './support.api.ts'
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
            <Unchosen show={show} />
          ) : (
            <ConversationView key={chosen} conversationId={chosen} back={{ show }} />
          )}
        </section>
      </div>
    </div>
  )
}

/** In place of a conversation: the first of the list, which a person would open first. */
function Unchosen({ show }: { show: SupportList }) {
  const { t } = useTranslation()
  const first = useInfiniteQuery(conversationsQuery(show)).data?.pages[0]?.rows[0]
  if (!first) {
    return (
      <EmptyState isWhole Icon={IconMessageCircle} title={t('support.choose')}>
        {t('support.chooseHint')}
      </EmptyState>
    )
  }
  const { conversationId, person, email, companyName, lastText } = first
  return (
    <EmptyState
      isWhole
      Icon={IconMessageCircle}
      title={person || email}
      actions={
        <ButtonLink isPrimary to="/support" search={{ show, conversation: conversationId }}>
          {t('support.open')}
        </ButtonLink>
      }
    >
      <span className="text-tertiary">{companyName}</span>
      <q className={`clamp ${styles.excerpt}`}>{lastText}</q>
    </EmptyState>
  )
}
