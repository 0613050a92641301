import { IconMessageCircle } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SUPPORT_LISTS, type SupportList } from '#domain/support.ts'
import { classes } from '#web/lib/classes.ts'
import { useSession } from '#web/lib/session.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { CompanyName } from '#web/shared/companies/company-name.tsx'
import { mayWorkIn, useWorkIn } from '#web/shared/companies/work-in.ts'
import { Button } from '#web/ui/button.tsx'
import cardStyles from '#web/ui/card.module.css'
import { Chip, Chips } from '#web/ui/chip.tsx'
import { PageHead } from '#web/ui/list/list.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationView } from './conversation-view.tsx'
import { isAboutCosts } from './page-context.ts'
import { conversationCountsQuery, conversationQuery, conversationsQuery } from './support.api.ts'
import styles from './support.module.css'

/** From this width on list and conversation are side by side. */
const BESIDE = '(min-width: 900px)'
/** From this width on the customer is beside them. */
const WITH_CUSTOMER = '(min-width: 1280px)'

/** What the question is about comes first: costs, or else the fleet. */
type CustomerComponent = ComponentType<{ readonly company: number; readonly isAboutCosts: boolean }>

interface SupportPageProps {
  /** cards of other features: what the customer has and owes, and its users */
  readonly Customer: CustomerComponent
}

/** For administrators: users' conversations. The address: /support?show=mine&conversation=12 */
export function SupportPage({ Customer }: SupportPageProps) {
  const { t } = useTranslation()
  const { show = 'waiting', conversation } = useSearch({ from: '/app/support' })
  return (
    <div className={`page ${styles.page}`}>
      <PageHead title={t('support.title')} lead={t('support.lead')} />
      <Lists show={show} />
      <Desk key={show} show={show} chosen={conversation} Customer={Customer} />
    </div>
  )
}

function Lists({ show }: { show: SupportList }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const counts = useQuery(conversationCountsQuery).data?.counts
  const countOf = (list: SupportList) =>
    counts && list !== 'closed' ? (counts.find(({ value }) => value === list)?.count ?? 0) : undefined
  return (
    <div className={styles.lists}>
      <Chips label={t('list.filters')}>
        {SUPPORT_LISTS.map((list) => (
          <Chip
            key={list}
            isOn={list === show}
            count={countOf(list)}
            onClick={() => void navigate({ to: '/support', search: { show: list }, replace: true })}
          >
            {t(`support.list.${list}`)}
          </Chip>
        ))}
      </Chips>
    </div>
  )
}

interface DeskProps extends SupportPageProps {
  readonly show: SupportList
  /** by the address */
  readonly chosen: number | undefined
}

/** A list, a conversation and its customer. Where there is room the first conversation is open at once. */
function Desk({ show, chosen, Customer }: DeskProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isBeside = useMedia(BESIDE)
  const first = useFirst(show)
  const open = chosen ?? (isBeside ? first : undefined)
  const choose = (conversation: number) => {
    if (chosen !== conversation) void navigate({ to: '/support', search: { show, conversation }, replace: true })
  }
  return (
    <div className={classes(styles.desk, chosen !== undefined && styles.hasChosen)}>
      <section className={`${cardStyles.card} ${styles.inbox}`} aria-label={t(`support.list.${show}`)}>
        <ConversationList show={show} chosen={open} />
      </section>
      <section className={`${cardStyles.card} ${styles.conversation}`} aria-label={t('support.thread')}>
        {open === undefined ? (
          <EmptyState isWhole Icon={IconMessageCircle} title={t('support.choose')}>
            {t('support.chooseHint')}
          </EmptyState>
        ) : (
          <ConversationView
            key={open}
            conversationId={open}
            back={{ show }}
            isChosen={open === chosen}
            onChoose={() => choose(open)}
          />
        )}
      </section>
      {useMedia(WITH_CUSTOMER) && open !== undefined ? <Aside conversationId={open} Customer={Customer} /> : null}
    </div>
  )
}

/** The first conversation of a list. It stays when others come before it: nothing is taken from under a reader. */
function useFirst(show: SupportList): number | undefined {
  const now = useInfiniteQuery(conversationsQuery(show)).data?.pages[0]?.rows[0]?.conversationId
  const [first, setFirst] = useState(now)
  if (first === undefined && now !== undefined) setFirst(now)
  return first ?? now
}

function Aside({ conversationId, Customer }: SupportPageProps & { conversationId: number }) {
  const { t } = useTranslation()
  const session = useSession()
  const work = useWorkIn({ toastsError: true })
  const conversation = useInfiniteQuery(conversationQuery(conversationId)).data?.pages[0]
  if (!conversation) return null
  const { companyId, companyName, messages } = conversation
  const asked = messages.findLast(({ side }) => side === 'person')?.page ?? ''
  return (
    <aside className={styles.customer} aria-label={t('support.customer', { name: companyName })}>
      <div className={styles.customerHead}>
        <h2>
          <CompanyName companyId={companyId} name={companyName} />
        </h2>
        {mayWorkIn(session, companyId) ? (
          <Button size="sm" blocked={work.isPending} onClick={() => work.mutate({ id: companyId, name: companyName })}>
            {t('companies.workIn')}
          </Button>
        ) : null}
      </div>
      <Customer company={companyId} isAboutCosts={isAboutCosts(asked)} />
    </aside>
  )
}
