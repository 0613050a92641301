import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { Button } from '#web/ui/button.tsx'
import type { NetworkData } from './networks.api.ts'
import styles from './status-list.module.css'

/** Routes that are named; the others are counted. */
const NAMED = 4

interface CarriedSimsProps {
  readonly network: NetworkData
  onImport(): void
}

/** The routes to a network, each with its number of SIMs as a link. */
export function CarriedSims({ network: { name, carries, capabilities }, onImport }: CarriedSimsProps) {
  const { t } = useTranslation()
  const named = carries.filter(({ sims }) => sims > 0).slice(0, NAMED)
  const others = carries.length - named.length
  return (
    <ul className={styles.carries}>
      {named.map(({ originId, originName, simTypeId, simTypeName, sims }) => (
        <li key={`${originId} ${simTypeId}`}>
          <Link className="underlined" to="/sims" search={simsSearch({ providerIds: [originId], simTypeIds: [simTypeId] })}>
            {originLabel(originName)}, {simTypeName}
          </Link>{' '}
          <span className="text-tertiary tabular-numbers">{formatNumber(sims)}</span>
        </li>
      ))}
      {others > 0 || named.length === 0 ? (
        <li>
          <Link className="underlined" to="/networks" search={{ tab: 'rules' }}>
            {named.length > 0
              ? t('networks.carries.more', { count: others })
              : others > 0
                ? t('networks.carries.empty', { count: others })
                : t('networks.carries.none')}
          </Link>
        </li>
      ) : null}
      {capabilities?.listsSims ? (
        <li>
          <Button size="sm" aria-haspopup="dialog" aria-label={t('networks.importOf', { name })} onClick={onImport}>
            {t('networks.import')}
          </Button>
        </li>
      ) : null}
    </ul>
  )
}
