import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { singleKeys, usePreference } from '../lib/preferences.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Mantine } from '../ui/mantine.tsx'
import { Switch } from '../ui/switch.tsx'
import { linksOf, type MenuEntry } from './menu-entries.ts'
import styles from './shortcuts-dialog.module.css'

interface ShortcutsDialogProps {
  readonly entries: readonly MenuEntry[]
  readonly opened: boolean
  onClose(): void
}

type Row = readonly [keys: readonly string[], what: string]

/** The keys of the page and of its lists; single ones can be turned off. */
export function ShortcutsDialog({ entries, opened, onClose }: ShortcutsDialogProps) {
  const { t } = useTranslation()
  const isOn = usePreference(singleKeys) === 'on'
  const screens = linksOf(entries).flatMap(({ key, label }): Row[] => (key ? [[['G', key.toUpperCase()], t(label)]] : []))
  return (
    <Mantine>
      <Dialog opened={opened} onClose={onClose} title={t('shortcuts.title')} fullOnPhone>
        <div className={styles.groups}>
          <Group
            title={t('shortcuts.page')}
            rows={[
              [['/'], t('shortcuts.search')],
              [['Ctrl', 'K'], t('shortcuts.search')],
              [['?'], t('shortcuts.title')],
              [['Ctrl', 'Z'], t('shortcuts.undo')],
            ]}
          />
          <Group
            title={t('shortcuts.grid')}
            rows={[
              [['J', 'K'], t('shortcuts.move')],
              [['Enter'], t('shortcuts.open')],
              [['F2'], t('shortcuts.edit')],
              [['←', '→'], t('shortcuts.field')],
              [[t('shortcuts.spaceBar')], t('shortcuts.select')],
              [['Shift', t('shortcuts.spaceBar')], t('shortcuts.selectRange')],
              [['Ctrl', 'A'], t('shortcuts.selectAll')],
              [['M'], t('shortcuts.menu')],
              [['Esc'], t('shortcuts.leave')],
            ]}
          />
          <Group title={t('shortcuts.screens')} rows={screens} />
        </div>
        <div className={styles.single}>
          <Switch on={isOn} label={t('shortcuts.single')} onToggle={() => singleKeys.set(isOn ? 'off' : 'on')}>
            {t(isOn ? 'shortcuts.on' : 'shortcuts.off')}
          </Switch>
          <span>
            {t('shortcuts.single')}
            <span className="block text-tertiary text-small">{t('shortcuts.singleHint')}</span>
          </span>
        </div>
      </Dialog>
    </Mantine>
  )
}

function Group({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl className={styles.rows}>
        {rows.map(([keys, what]) => (
          <Fragment key={keys.join()}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
