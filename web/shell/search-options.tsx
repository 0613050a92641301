import { Combobox } from '@mantine/core'
import { IconAlertTriangle, IconArrowRight, IconBolt, IconDeviceSim } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatMsisdn } from '#domain/identifiers.ts'
import { Icc } from '../ui/icc.tsx'
import { LastSeen } from '../ui/last-seen.tsx'
import styles from './shell.module.css'
import type { SearchChoices } from './use-search-choices.ts'

interface SearchOptionsProps {
  readonly choices: SearchChoices
  readonly text: string
  /** why SIMs were not searched, or the search failed */
  readonly problem: string | undefined
  readonly problemId: string
}

/** The list under the search box: the error, SIMs, pages, then actions. */
export function SearchOptions({ choices, text, problem, problemId }: SearchOptionsProps) {
  const { t } = useTranslation()
  const { sims, pages, actions, hasSearched, isSearching } = choices
  const nothing = hasSearched && sims.length === 0
  if (sims.length + pages.length + actions.length === 0 && !nothing && !isSearching && !problem) return null
  return (
    <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>
      {problem ? (
        <p id={problemId} className={`${styles.none} row`}>
          <IconAlertTriangle className="icon icon-warning" aria-hidden="true" />
          {problem}
        </p>
      ) : null}
      {nothing ? <p className={`${styles.none} text-secondary`}>{t('shell.searchNothing', { text })}</p> : null}
      <Combobox.Options aria-label={t('shell.search')}>
        {sims.length > 0 ? (
          <Combobox.Group label={t('shell.searchSims')}>
            {sims.map((sim) => (
              <Combobox.Option key={sim.icc} value={`sim:${sim.icc}`} className="floating-item">
                <IconDeviceSim className="icon" aria-hidden="true" />
                <span className={styles.sim}>
                  <Icc value={sim.icc} />
                  <span className="text-tertiary ellipsis">{sim.customField1 || formatMsisdn(sim.msisdn)}</span>
                </span>
                <span className={`${styles.seen} text-small`}>
                  <LastSeen at={sim.lastSeen} status={sim.simAdministrativeStatusId} isMarkOnly />
                </span>
              </Combobox.Option>
            ))}
            <Combobox.Option value={`all:${text}`} className="floating-item">
              <IconArrowRight className="icon" aria-hidden="true" />
              <span className="ellipsis">{t('shell.searchAll', { text })}</span>
            </Combobox.Option>
          </Combobox.Group>
        ) : null}
        {pages.length > 0 ? (
          <Combobox.Group label={t('shell.searchPages')}>
            {pages.map(({ path, label }) => (
              <Combobox.Option key={path} value={`page:${path}`} className="floating-item">
                <IconArrowRight className="icon" aria-hidden="true" />
                {label}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ) : null}
        {actions.length > 0 ? (
          <Combobox.Group label={t('shell.searchActions')}>
            {actions.map(({ id, label }) => (
              <Combobox.Option key={id} value={`action:${id}`} className="floating-item">
                <IconBolt className="icon" aria-hidden="true" />
                {label}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ) : null}
      </Combobox.Options>
    </Combobox.Dropdown>
  )
}
