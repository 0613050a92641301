import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import styles from './account.module.css'
import { PasswordTab } from './password-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'

/** In their order. */
const TABS = [
  { value: 'personal', title: 'account.personal', Panel: ProfileTab },
  { value: 'password', title: 'account.password', Panel: PasswordTab },
] as const
type Tab = (typeof TABS)[number]['value']

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
  const [chosen, setChosen] = useState<Tab>('personal')
  const [visited, setVisited] = useState<ReadonlySet<Tab>>(new Set([chosen]))
  const choose = (tab: Tab) => {
    setChosen(tab)
    setVisited(new Set([...visited, tab]))
  }
  const tabs = TABS.map(({ value, title }) => ({ value, text: t(title) }))
  return (
    <div className={styles.account}>
      <Tabs label={t('account.tabs')} tabs={tabs} chosen={chosen} onChoose={choose}>
        {TABS.map(({ value, Panel }) =>
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
