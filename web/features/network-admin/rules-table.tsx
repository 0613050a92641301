import { IconPlus, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import popupStyles from '#web/ui/popup.module.css'
import { Popup } from '#web/ui/popup.tsx'
import { Select } from '#web/ui/select.tsx'
import { Status } from '#web/ui/status.tsx'
import { NETWORK_STYLE, type NetworkStatus } from './network-status.ts'
import type { NetworkRules } from './networks.api.ts'
import { type OriginRoutes, type RuleChanges, routesOf, type TypeRoute, withNetwork } from './rule-changes.ts'
import styles from './rules.module.css'

/** The status of each network by its id; empty until they are loaded. */
export type NetworkStates = ReadonlyMap<string, NetworkStatus>

interface RulesTableProps {
  readonly rules: NetworkRules
  readonly states: NetworkStates
  readonly changes: RuleChanges
  onChange(changes: RuleChanges): void
}

/** Origins with their network, and the types of SIM that go to another one. On a phone each origin is a block. */
export function RulesTable({ rules, states, changes, onChange }: RulesTableProps) {
  const { t } = useTranslation()
  return (
    <table className={styles.routes} aria-label={t('networks.rules.title')}>
      <thead>
        <tr>
          <th scope="col">{t('networks.rules.origin')}</th>
          <th scope="col">{t('networks.rules.network')}</th>
          <th scope="col" className={styles.sims}>
            {t('networks.sims')}
          </th>
          <th scope="col">{t('networks.rules.exceptions')}</th>
        </tr>
      </thead>
      <tbody>
        {rules.origins.map((origin) => (
          <OriginRow
            key={origin.originId}
            origin={origin}
            networks={rules.networks}
            states={states}
            routes={routesOf(rules, changes, origin.originId)}
            isSaved={Object.keys(changes).length === 0}
            onNetwork={(types, networkId) => onChange(withNetwork(changes, { originId: origin.originId, types, networkId }))}
          />
        ))}
      </tbody>
    </table>
  )
}

interface OriginRowProps {
  readonly origin: NetworkRules['origins'][number]
  readonly networks: NetworkRules['networks']
  readonly states: NetworkStates
  readonly routes: OriginRoutes
  /** no route of the table has an unsaved change */
  readonly isSaved: boolean
  onNetwork(types: readonly TypeRoute[], networkId: string): void
}

function OriginRow({ origin: of, networks, states, routes, isSaved, onNetwork }: OriginRowProps) {
  const { t } = useTranslation()
  const { originId, originName, operatorName } = of
  const { usual, types, exceptions } = routes
  const origin = originLabel(originName)
  const others = types.filter((type) => !exceptions.includes(type))
  const usualName = networks.find(({ networkId }) => networkId === usual)?.name
  return (
    <tr>
      <th scope="row">
        {origin}
        {usualName === operatorName ? null : <span className="text-tertiary text-small">{operatorName}</span>}
      </th>
      <td data-name={t('networks.rules.network')}>
        <NetworkChoice
          label={t('networks.rules.networkOf', { origin })}
          networks={networks}
          states={states}
          value={usual}
          types={others}
          onChoose={(networkId) => onNetwork(others, networkId)}
        />
      </td>
      <td data-name={t('networks.sims')} className={`${styles.sims} tabular-numbers`}>
        <SimsLink origin={origin} originId={originId} types={others} isAll={exceptions.length === 0} isPlain={!isSaved} />
      </td>
      <td data-name={t('networks.rules.exceptions')}>
        <ul className={styles.exceptions}>
          {exceptions.map((type) => (
            <Exception
              key={type.simTypeId}
              origin={origin}
              type={type}
              networks={networks}
              states={states}
              onChoose={(networkId) => onNetwork([type], networkId)}
              onRemove={() => onNetwork([type], usual)}
            />
          ))}
        </ul>
        {others.length > 1 ? (
          <AddException origin={origin} types={others} networks={networks} usual={usual} onAdd={onNetwork} />
        ) : null}
      </td>
    </tr>
  )
}

interface SimsLinkProps {
  readonly origin: string
  readonly originId: number
  readonly types: readonly TypeRoute[]
  /** all types of the origin */
  readonly isAll: boolean
  /** no link: on the way there unsaved changes would be lost */
  readonly isPlain: boolean
}

/** The number of SIMs of a route, as a link to them. */
function SimsLink({ origin, originId, types, isAll, isPlain }: SimsLinkProps) {
  const { t } = useTranslation()
  const count = types.reduce((sum, { sims }) => sum + sims, 0)
  if (isPlain || count === 0) return formatNumber(count)
  const simTypeIds = isAll ? {} : { simTypeIds: types.map(({ simTypeId }) => simTypeId) }
  return (
    <Link
      className="underlined"
      to="/sims"
      search={simsSearch({ providerIds: [originId], ...simTypeIds })}
      aria-label={t('networks.rules.simsOf', { origin, count })}
    >
      {formatNumber(count)}
    </Link>
  )
}

interface NetworkChoiceProps {
  readonly label: string
  readonly networks: NetworkRules['networks']
  readonly states: NetworkStates
  /** '' for none */
  readonly value: string
  /** the types of SIM that it is for */
  readonly types: readonly TypeRoute[]
  onChoose(networkId: string): void
}

function NetworkChoice({ label, networks, states, value, types, onChoose }: NetworkChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  const before = [...new Set(types.map(({ saved }) => saved))].filter((saved) => saved !== value)
  const nameOf = (id: string) => networks.find(({ networkId }) => networkId === id)?.name ?? t('networks.rules.none')
  const state = states.get(value)
  return (
    <span className={styles.choice}>
      <Select
        aria-label={label}
        aria-describedby={`${id} ${id}-before`}
        className={before.length > 0 ? styles.changed : ''}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {value === '' ? <option value="">{t('networks.rules.none')}</option> : null}
        {networks.map(({ networkId, name, enabled }) => (
          <option key={networkId} value={networkId}>
            {enabled ? name : t('networks.rules.isOff', { name })}
          </option>
        ))}
      </Select>
      <span id={id} className={styles.state}>
        {state ? <State state={state} /> : null}
      </span>
      {before.length > 0 ? (
        <span id={`${id}-before`} className={`${styles.before} text-tertiary text-small`}>
          {t('networks.rules.was', { networks: before.map(nameOf).join(', ') })}
        </span>
      ) : null}
    </span>
  )
}

/** As in the list of networks; one that operates is plain, so that trouble is seen first. */
function State({ state }: { state: NetworkStatus }) {
  const { t } = useTranslation()
  return (
    <Status {...NETWORK_STYLE[state]} filled={state !== 'ok'}>
      {t(`networks.state.${state}`)}
    </Status>
  )
}

interface ExceptionProps {
  readonly origin: string
  readonly type: TypeRoute
  readonly networks: NetworkRules['networks']
  readonly states: NetworkStates
  onChoose(networkId: string): void
  onRemove(): void
}

function Exception({ origin, type, networks, states, onChoose, onRemove }: ExceptionProps) {
  const { t } = useTranslation()
  const { simTypeName, sims, networkId } = type
  return (
    <li>
      <span className={styles.typeName}>
        {simTypeName}
        <span className="text-tertiary text-small tabular-numbers">{t('networks.rules.sims', { count: sims })}</span>
      </span>
      <NetworkChoice
        label={t('networks.rules.cell', { origin, type: simTypeName })}
        networks={networks}
        states={states}
        value={networkId}
        types={[type]}
        onChoose={onChoose}
      />
      <IconButton
        Icon={IconX}
        iconClass="icon-14"
        label={t('networks.rules.removeException', { origin, type: simTypeName })}
        onClick={onRemove}
      />
    </li>
  )
}

interface AddExceptionProps {
  readonly origin: string
  readonly types: readonly TypeRoute[]
  readonly networks: NetworkRules['networks']
  readonly usual: string
  onAdd(types: readonly TypeRoute[], networkId: string): void
}

/** The chosen type begins with another network, which is then chosen in its line. */
function AddException({ origin, types, networks, usual, onAdd }: AddExceptionProps) {
  const { t } = useTranslation()
  const other = networks.find(({ networkId, enabled }) => networkId !== usual && enabled)
  if (!other) return null
  const label = t('networks.rules.addTo', { origin })
  return (
    <Popup
      label={label}
      trigger={(trigger) => (
        <Button {...trigger} variant="ghost" size="sm" className={styles.add} aria-label={label}>
          <IconPlus className="icon icon-14" aria-hidden="true" />
          {t('networks.rules.add')}
        </Button>
      )}
    >
      {(close) => (
        <div className={popupStyles.list}>
          {types.map((type) => (
            <button
              key={type.simTypeId}
              type="button"
              className={popupStyles.item}
              onClick={() => {
                close()
                onAdd([type], other.networkId)
              }}
            >
              {t('networks.rules.addType', { type: type.simTypeName, count: type.sims })}
            </button>
          ))}
        </div>
      )}
    </Popup>
  )
}
