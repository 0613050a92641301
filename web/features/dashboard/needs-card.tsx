import {
  type Icon,
  IconAlertTriangle,
  IconAntennaBarsOff,
  IconBan,
  IconBellX,
  IconChevronRight,
  IconCircleCheck,
  IconDatabase,
  IconGauge,
  IconMessageCircle,
  IconPackage,
  IconReceipt,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DashboardData, DashboardNeed } from '#contract/dashboard/dashboard.calls.ts'
import { NEED_TONES, type NeedKind } from '#domain/needs.ts'
import { loadScreenWords } from '#web/i18n/i18n.ts'
import { loadChunk } from '#web/lib/chunk.ts'
import { classes } from '#web/lib/classes.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { SILENT_SIMS } from '#web/lib/sims-address.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { DiagnoseButton, mayDiagnose } from '#web/shared/operations/diagnose-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import statusStyles from '#web/ui/status.module.css'
import dashboardStyles from './dashboard.module.css'
import { type NeedFacts, needDetails } from './need-details.ts'
import { needLink } from './need-link.ts'
import styles from './needs.module.css'

/** The icon of what requires attention, and the word on the button that leads to it. */
const NEEDS = {
  operatorDown: { Icon: IconAntennaBarsOff, button: 'toSims' },
  operatorUnstable: { Icon: IconAlertTriangle, button: 'toSims' },
  invoiceOverdue: { Icon: IconReceipt, button: 'toInvoices' },
  invoiceDue: { Icon: IconReceipt, button: 'toInvoices' },
  poolOver: { Icon: IconDatabase, button: 'toPools' },
  dataCut: { Icon: IconBellX, button: 'toSims' },
  simsAtLimit: { Icon: IconGauge, button: 'toSims' },
  operationFailed: { Icon: IconAlertTriangle, button: 'toOperations' },
  ruleAsks: { Icon: IconMessageCircle, button: 'toAnswer' },
  supportWaiting: { Icon: IconMessageCircle, button: 'toAnswer' },
  requestSubmitted: { Icon: IconPackage, button: 'toReview' },
  requestShipped: { Icon: IconPackage, button: 'toDelivery' },
  silent: { Icon: IconAntennaBarsOff, button: 'toSims' },
  anomalies: { Icon: IconAlertTriangle, button: 'toReview' },
  companyBlocked: { Icon: IconBan, button: 'toCompanies' },
} as const satisfies Record<NeedKind, { Icon: Icon; button: string }>

function NeedRow({ need, data }: { need: DashboardNeed; data: NeedFacts }) {
  const { t } = useTranslation()
  const session = useSession()
  const { kind, count, name, percent, id } = need
  const { Icon: NeedIcon, button } = NEEDS[kind]
  const words = kind === 'dataCut' && name ? 'dataCutBy' : kind
  const link = needLink(need, session)
  const details = needDetails(need, data).join(' · ')
  const isPhone = useMedia(PHONE)
  // a phone has no room for it here; the list that the line opens has it
  const canDiagnose = kind === 'silent' && mayDiagnose(count) && !isPhone
  return (
    <li>
      <Link {...link} className={styles.need}>
        <span className={classes(statusStyles.tile, statusStyles[NEED_TONES[kind]])}>
          <NeedIcon className="icon icon-18" aria-hidden="true" />
        </span>
        <span className={styles.text}>
          <span className="medium">{t(`dashboard.needs.${words}`, { count, name, percent: formatPercent(percent) })}</span>
          <span className="text-small text-tertiary tabular-numbers" title={details}>
            {details}
          </span>
        </span>
        {canDiagnose ? null : (
          <span className={`${styles.button} hide-on-phone`}>
            {t(`dashboard.needs.${link.to === '/networks' ? 'toNetwork' : button}`, { count: id ? 1 : 2 })}
          </span>
        )}
        <IconChevronRight className={`icon ${styles.arrow}`} aria-hidden="true" />
      </Link>
      {canDiagnose ? <DiagnoseButton filter={SILENT_SIMS} count={count} size="sm" /> : null}
    </li>
  )
}

/** Lines that are shown at first; a button shows the rest. The list always has their height. */
const SHOWN_AT_FIRST = 6

/** What requires attention, each line with the way to exactly that. */
export function NeedsCard({ data }: { data: (NeedFacts & Pick<DashboardData, 'needs'>) | undefined }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const needs = data?.needs
  const count = needs?.length ?? 0
  const more =
    count > SHOWN_AT_FIRST ? (
      <Button variant="ghost" size="sm" className="text-small" aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? t('dashboard.fewer') : t('dashboard.needs.all', { count })}
      </Button>
    ) : undefined
  return (
    <Card
      className={`${dashboardStyles.fiveColumns} ${dashboardStyles.column}`}
      title={t('dashboard.needs.title')}
      about={more || count === 0 ? undefined : formatNumber(count)}
      actions={more}
    >
      <ul className={styles.needs} aria-busy={!data}>
        {data
          ? needs
              ?.slice(0, all ? count : SHOWN_AT_FIRST)
              .map((need) => <NeedRow key={`${need.kind}${need.id}`} need={need} data={data} />)
          : [58, 46, 66, 52, 61, 49].map((width) => (
              <li key={width}>
                <div className={styles.need}>
                  <span className={statusStyles.tile} />
                  <span className={styles.text}>
                    <Skeleton width={`${width}%`} />
                  </span>
                </div>
              </li>
            ))}
      </ul>
      {data && count === 0 ? <FirstStepsOrCalm /> : null}
      {count > 0 && count < SHOWN_AT_FIRST ? (
        <p className={`${styles.rest} text-small text-tertiary`}>
          <IconCircleCheck className="icon icon-14 icon-active" aria-hidden="true" />
          {t('dashboard.needs.rest')}
        </p>
      ) : null}
    </Card>
  )
}

const FirstSteps = lazy(() =>
  loadChunk(async () => {
    const [module] = await Promise.all([import('./first-steps.tsx'), loadScreenWords()])
    return { default: module.FirstSteps }
  }),
)

/** The first steps of a new customer have the place of what requires attention, as long as nothing does. */
function FirstStepsOrCalm() {
  return (
    <Suspense fallback={<Calm />}>
      <FirstSteps>
        <Calm />
      </FirstSteps>
    </Suspense>
  )
}

/** Nothing requires attention. */
function Calm() {
  const { t } = useTranslation()
  return (
    <div className={styles.calm}>
      <svg viewBox="0 0 120 120" width="120" height="120" aria-hidden="true">
        {[56, 43, 30].map((radius, ring) => (
          <circle key={radius} cx="60" cy="60" r={radius} opacity={0.25 + ring * 0.25} />
        ))}
        <path d="M48 61l8.500 8.500L73 52" />
      </svg>
      <p className="semibold">{t('dashboard.needs.calm')}</p>
      <p className="text-secondary">{t('dashboard.needs.calmText')}</p>
    </div>
  )
}
