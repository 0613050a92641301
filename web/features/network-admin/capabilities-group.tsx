import { useTranslation } from 'react-i18next'
import { FormPart } from '#web/ui/form-part.tsx'
import styles from './forms.module.css'
import { Dotted } from './network-details.tsx'
import type { NetworkData } from './networks.api.ts'
import { useNetworkWords } from './use-network-words.ts'

/** What a network can do, and what not. */
export function CapabilitiesGroup({ capabilities }: { capabilities: NonNullable<NetworkData['capabilities']> }) {
  const { t } = useTranslation()
  const { capabilityWords } = useNetworkWords()
  const missing = capabilityWords(capabilities, false)
  return (
    <FormPart title={t('networks.can')}>
      <p className={styles.words}>
        <Dotted words={capabilityWords(capabilities, true)} />
      </p>
      {missing.length > 0 ? (
        <p className={`${styles.words} text-secondary`}>
          {t('networks.cannot')}: <Dotted words={missing} />
        </p>
      ) : null}
    </FormPart>
  )
}
