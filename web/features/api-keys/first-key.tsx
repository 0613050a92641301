import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#web/ui/card.tsx'
import { ExampleBlocks, StartCard } from '#web/ui/start-card.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import styles from './api-keys.module.css'
import { EXAMPLE_FORMS, type ExampleForm, hibernateCode, silentCode } from './code-examples.ts'

const STEPS = ['create', 'try', 'use'] as const

/** In place of the keys until there is one: how to begin, and what a program can do with it. */
export function FirstKey({ about, action }: { about: string; action: ReactNode }) {
  const { t } = useTranslation()
  return (
    <StartCard
      title={t('apiKeys.list')}
      about={about}
      none={{ title: t('apiKeys.none'), text: t('apiKeys.noneHint') }}
      steps={STEPS.map((step) => ({ title: t(`apiKeys.steps.${step}`), text: t(`apiKeys.steps.${step}Text`) }))}
      isNumbered
      action={action}
      examples={{ title: t('apiKeys.examples.title'), about: t('apiKeys.examples.about'), content: <Examples /> }}
    />
  )
}

/** What a program can do with a key, below the keys that there are. */
export function KeyExamples() {
  const { t } = useTranslation()
  return (
    <Card title={t('apiKeys.examples.title')} about={t('apiKeys.examples.about')} className={styles.examples}>
      <Examples />
    </Card>
  )
}

/** The same two requests in each form that a program may have. */
function Examples() {
  const { t } = useTranslation()
  const [form, setForm] = useState<ExampleForm>('curl')
  return (
    <Tabs label={t('apiKeys.examples.forms')} tabs={EXAMPLE_FORMS} chosen={form} onChoose={(next) => setForm(next)}>
      <ExampleBlocks
        blocks={[
          { title: t('apiKeys.examples.silent'), text: silentCode[form]() },
          { title: t('apiKeys.examples.hibernate'), text: hibernateCode[form](t('apiKeys.examples.reason')) },
        ]}
      />
    </Tabs>
  )
}
