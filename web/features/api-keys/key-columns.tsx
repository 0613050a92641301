import { IconAlertTriangle, IconBan, IconCircleCheck, IconClock, IconUserOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKeyData } from '#contract/api-keys/api-keys.calls.ts'
import { PERMIT_WORDS, USER_WORDS } from '#contract/users/user-messages.ts'
import { formatDate } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { useMedia, WIDE } from '#web/lib/use-media.ts'
import { PersonName } from '#web/shared/people/person-name.tsx'
import { Ago } from '#web/ui/ago.tsx'
import { actionsColumn } from '#web/ui/list/columns.tsx'
import type { ListColumn } from '#web/ui/list/list.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { Status, type StatusStyle } from '#web/ui/status.tsx'
import { TwoLines } from '#web/ui/table.tsx'

const STATE_STYLE: Readonly<Record<ApiKeyData['state'], StatusStyle>> = {
  active: { tone: 'active', Icon: IconCircleCheck },
  expired: { tone: 'ended', Icon: IconClock },
  orphaned: { tone: 'warning', Icon: IconUserOff },
  revoked: { tone: 'ended', Icon: IconBan },
}

/** The permits of a key in one line. */
const permitNamesOf = ({ permits, canHibernate }: ApiKeyData): string =>
  [...permits.map((permit) => PERMIT_WORDS[permit]), ...(canHibernate ? [USER_WORDS.canHibernate] : [])]
    .map(sentence)
    .join(', ')

const isOver = ({ state }: ApiKeyData): boolean => state === 'revoked' || state === 'expired'

/** A person who copies it can use it from anywhere and for ever. */
const isOpen = ({ state, expiresAt, addresses }: ApiKeyData): boolean =>
  state === 'active' && !expiresAt && addresses.length === 0

/** Until when a key may be used, and from where. */
function Limits({ apiKey }: { apiKey: ApiKeyData }) {
  const { t } = useTranslation()
  return (
    <BesideName>
      <TwoLines first={<Expiry apiKey={apiKey} />} second={apiKey.addresses.join(', ') || t('apiKeys.anywhere')} />
    </BesideName>
  )
}

function Expiry({ apiKey }: { apiKey: ApiKeyData }) {
  const { t } = useTranslation()
  if (apiKey.expiresAt) return formatDate(apiKey.expiresAt)
  if (!isOpen(apiKey)) return t('apiKeys.noExpiry')
  return (
    <span className="row text-warning">
      <IconAlertTriangle className="icon icon-14" role="img" aria-label={t('apiKeys.openHint')} />
      {t('apiKeys.noExpiry')}
    </span>
  )
}

function KeyState({ apiKey }: { apiKey: ApiKeyData }) {
  const { t } = useTranslation()
  const { state, maker } = apiKey
  const status = <Status {...STATE_STYLE[state]}>{t(`apiKeys.states.${state}`)}</Status>
  return <TwoLines first={status} second={state === 'orphaned' ? maker : undefined} />
}

function KeyName({ apiKey }: { apiKey: ApiKeyData }) {
  const { company, companyName, name, hint } = apiKey
  const session = useSession()
  const isAmongMany = company !== session.clientId || holds(session, 'wholePortal')
  return (
    <TwoLines
      isStrong
      first={name}
      second={
        <>
          <code>{hint}…</code>
          {isAmongMany ? ` · ${companyName}` : null}
        </>
      }
    />
  )
}

/** On a phone a cell whose lines end with an ellipsis stands beside its column's name. */
const BesideName = ({ children }: { children: ReactNode }) => <span className="block grow">{children}</span>

function LastUse({ apiKey: { lastUsedAt, lastAddress } }: { apiKey: ApiKeyData }) {
  const { t } = useTranslation()
  if (!lastUsedAt) return <span className="text-tertiary">{t('apiKeys.never')}</span>
  return (
    <BesideName>
      <TwoLines first={<Ago at={lastUsedAt} />} second={t('apiKeys.usedFrom', { address: lastAddress })} />
    </BesideName>
  )
}

/** Columns of the keys. */
export function useKeyColumns(onRevoke: (key: ApiKeyData) => void): (ListColumn<ApiKeyData> | undefined)[] {
  const { t } = useTranslation()
  const isWide = useMedia(WIDE)
  return [
    {
      id: 'name',
      head: t('apiKeys.name'),
      isRowHead: true,
      width: '28%',
      phone: 'head',
      title: ({ name, maker }) => `${name}. ${t('apiKeys.madeBy', { maker })}`,
      cell: (key) => <KeyName apiKey={key} />,
    },
    {
      id: 'permits',
      head: t('apiKeys.permits'),
      phone: 'line',
      isNamed: true,
      cell: (key) => (
        <BesideName>
          <TwoLines first={permitNamesOf(key)} />
        </BesideName>
      ),
    },
    {
      id: 'used',
      head: t('apiKeys.lastUsed'),
      width: 168,
      phone: 'line',
      isNamed: true,
      cell: (key) => <LastUse apiKey={key} />,
    },
    {
      id: 'limits',
      head: t('apiKeys.limits'),
      width: 148,
      phone: 'line',
      isNamed: true,
      className: 'text-secondary tabular-numbers',
      title: (key) => (isOpen(key) ? t('apiKeys.openHint') : ''),
      cell: (key) => <Limits apiKey={key} />,
    },
    isWide
      ? {
          id: 'created',
          head: t('apiKeys.created'),
          width: 200,
          className: 'text-secondary tabular-numbers',
          cell: ({ createdAt, maker }) => <TwoLines first={formatDate(createdAt)} second={<PersonName email={maker} />} />,
        }
      : undefined,
    {
      id: 'state',
      head: t('apiKeys.state'),
      width: 148,
      phone: 'mark',
      title: ({ state, maker }) => (state === 'orphaned' ? t('apiKeys.orphanedHint', { maker }) : ''),
      cell: (key) => <KeyState apiKey={key} />,
    },
    actionsColumn(108, (key: ApiKeyData) =>
      isOver(key) ? null : (
        <RowAction
          Icon={IconBan}
          word={t('apiKeys.revoke')}
          label={t('apiKeys.revokeOf', { name: key.name })}
          opensDialog
          onAct={() => onRevoke(key)}
        />
      ),
    ),
  ]
}
