import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import styles from './account.module.css'
import { type AccountTabName, accountTabs } from './account-tabs.ts'

/** The account of the logged-in user. Edits in a tab are kept while another tab is open. */
export function AccountDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('shell.account')} fullScreen>
      <AccountTabs />
    </Dialog>
  )
}

function AccountTabs() {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<AccountTabName>('personal')
  const [visited, setVisited] = useState<ReadonlySet<AccountTabName>>(new Set([chosen]))
  const choose = (tab: AccountTabName) => {
    setChosen(tab)
    setVisited(new Set([...visited, tab]))
  }
  const tabs = accountTabs.map(({ value, title }) => ({ value, text: t(title) }))
  return (
    <div className={styles.account}>
      <Tabs label={t('account.tabs')} tabs={tabs} chosen={chosen} onChoose={choose}>
        {accountTabs.map(({ value, Panel }) =>
          visited.has(value) ? (
            <div key={value} hidden={value !== chosen}>
              <Panel />
            </div>
          ) : null,
        )}
      </Tabs>
    </div>
  )
}
