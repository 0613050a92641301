import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallArguments } from '#contract/call.ts'
import { hibernateSim } from '#contract/operations/sim-actions.calls.ts'
import { listSims } from '#contract/sims/sims.calls.ts'
import { API_BASE } from '#web/lib/call.ts'
import { StartCard } from '#web/ui/start-card.tsx'

const SILENT: CallArguments<typeof listSims>['body'] = { filter: { silentFor: '24h' }, limit: 100 }

/** A request as a command of a shell; the key, and the SIM if there is one, are variables of it. */
const curlOf = (path: string, body: object): string =>
  [
    `curl -X POST "${location.origin}${API_BASE}${path}"`,
    `-H "x-api-key: $ENLACE_KEY"`,
    `-H 'content-type: application/json'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ')

const STEPS = ['create', 'try', 'use'] as const

/** In place of the keys until there is one: how to begin, and what a program can do with it. */
export function FirstKey({ about, action }: { about: string; action: ReactNode }) {
  const { t } = useTranslation()
  const reason: CallArguments<typeof hibernateSim>['body'] = { reason: t('apiKeys.examples.reason') }
  return (
    <StartCard
      title={t('apiKeys.list')}
      about={about}
      none={{ title: t('apiKeys.none'), text: t('apiKeys.noneHint') }}
      steps={STEPS.map((step) => ({ title: t(`apiKeys.steps.${step}`), text: t(`apiKeys.steps.${step}Text`) }))}
      isNumbered
      action={action}
      examples={{
        title: t('apiKeys.examples.title'),
        about: t('apiKeys.examples.about'),
        blocks: [
          { title: t('apiKeys.examples.silent'), text: curlOf(listSims.path, SILENT) },
          { title: t('apiKeys.examples.hibernate'), text: curlOf(hibernateSim.path.replace('{id}', '$ICC'), reason) },
        ],
      }}
    />
  )
}
