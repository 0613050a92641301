import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { WEBHOOK_EVENT_WORDS } from '#contract/webhooks/webhook-messages.ts'
import type { webhookItems } from '#contract/webhooks/webhooks.calls.ts'
import { MAX_EVENT_ITEMS, WEBHOOK_EVENTS } from '#domain/webhooks.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { CodeText } from '#web/ui/code-block.tsx'
import { ExampleBlocks, StartCard } from '#web/ui/start-card.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { EVENT_HINTS } from './webhook-values.ts'
import styles from './webhooks.module.css'

type Items = typeof webhookItems

const AT = '2026-11-24T13:02:41.000Z'

const FINISHED: z.output<Items['operation.finished']> = {
  operationId: 4120,
  companyId: 12,
  kind: 'hibernate',
  source: 'api',
  reason: '',
  user: 'erp@andes.test',
  total: 250,
  succeeded: 248,
  failed: 2,
  skipped: 0,
  cancelled: 0,
  createdAt: '2026-11-24T13:01:05.000Z',
  startedAt: '2026-11-24T13:01:06.000Z',
  finishedAt: AT,
}

const FIRED: z.output<Items['alarm.fired']> = {
  noticeId: 9021,
  alarmId: 31,
  alarmName: 'Trackers',
  companyId: 12,
  icc: '8956030071402255110',
  plan: 'CL-TEL50',
  limitMb: 50,
  usedBytes: 52_428_800,
  cycleStart: '2026-11-01',
  at: AT,
}

/** '"kind": "hibernate", "source": "api"': several fields on a line, so that the whole message is in view. */
const fieldsOf = (item: object): string =>
  JSON.stringify(item, null, 1)
    .slice('{\n '.length, -'\n}'.length)
    .replaceAll('\n ', ' ')
    .replaceAll(/(.{1,60}), (?=")/g, '$1,\n    ')

/** A message, with its event in another colour. */
const bodyOf = (type: keyof Items, item: object): CodeText => [
  '{\n  "type": "',
  ['address', type],
  `",\n  "timestamp": "${AT}",\n  "data": { "items": [{\n    ${fieldsOf(item)}\n  }] }\n}`,
]

/** In place of the endpoints until there is one: what events are for, and what a company's system gets. */
export function FirstWebhook({ action }: { action: ReactNode }) {
  const { t } = useTranslation()
  return (
    <StartCard
      title={t('webhooks.list')}
      none={{ title: t('webhooks.none'), text: t('webhooks.noneHint') }}
      steps={WEBHOOK_EVENTS.map((event) => ({
        title: sentence(WEBHOOK_EVENT_WORDS[event]),
        code: event,
        text: t(`webhooks.about.${EVENT_HINTS[event]}`),
      }))}
      stepsTitle={t('webhooks.eventsTitle')}
      action={action}
      examples={{ title: t('webhooks.examples.title'), content: <Examples /> }}
    />
  )
}

const EXAMPLES = { 'operation.finished': FINISHED, 'alarm.fired': FIRED }
type Example = keyof typeof EXAMPLES

/** A message as a company's system gets it. */
function Examples() {
  const { t } = useTranslation()
  const [event, setEvent] = useState<Example>('operation.finished')
  const tabs = (Object.keys(EXAMPLES) as Example[]).map((value) => ({ value, text: sentence(WEBHOOK_EVENT_WORDS[value]) }))
  return (
    <>
      <Tabs label={t('webhooks.examples.title')} tabs={tabs} chosen={event} onChoose={(next) => setEvent(next)}>
        <ExampleBlocks blocks={[{ title: t('webhooks.examples.body'), text: bodyOf(event, EXAMPLES[event]) }]} />
      </Tabs>
      <p className={`${styles.para} text-small text-secondary`}>{t('webhooks.examples.about', { items: MAX_EVENT_ITEMS })}</p>
    </>
  )
}
