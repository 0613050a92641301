import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SimTest } from '#domain/diagnosis.ts'
import { formatDecimal, formatTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogTitle } from './dialog-title.tsx'
import { administrativeEvidence, gprsEvidence, gsmEvidence } from './evidence.ts'
import simActionsStyles from './sim-actions.module.css'
import { testQuery } from './sim-tools.api.ts'
import { TestColumn } from './test-column.tsx'
import styles from './tests.module.css'
import { TestsVerdict, verdictOf } from './tests-verdict.tsx'

/** The three tests of a SIM, run side by side. */
export function TestsDialog({ icc, onClose }: { icc: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [run, setRun] = useState(1)
  const administrative = useQuery(testQuery('administrative', icc, run))
  const gsm = useQuery(testQuery('gsm', icc, run))
  const gprs = useQuery(testQuery('gprs', icc, run))
  const all = [administrative, gsm, gprs]
  const isBusy = all.some(({ isFetching }) => isFetching)
  const repeat = () => setRun((before) => before + 1)
  const found = { administrative: administrative.data?.data, gsm: gsm.data?.data, gprs: gprs.data?.data }
  const columns = [
    {
      test: 'administrative',
      error: administrative.error,
      evidence: found.administrative && administrativeEvidence(found.administrative, t),
    },
    { test: 'gsm', error: gsm.error, evidence: found.gsm && gsmEvidence(found.gsm, t) },
    { test: 'gprs', error: gprs.error, evidence: found.gprs && gprsEvidence(found.gprs, t) },
  ] as const
  const leading = verdictOf(found)
  const cure = leading && found[leading]?.next?.action
  // what the network sees of a SIM that may not work follows from that
  const hasStep = (test: SimTest) => leading !== 'administrative' && test !== leading && found[test]?.next?.action !== cure
  const aside = (
    <>
      <TestTimes all={all.map(({ data }) => data)} />
      <Button size="sm" blocked={isBusy} onClick={repeat}>
        <IconRefresh className="icon icon-14" aria-hidden="true" />
        {t('simActions.tests.repeat')}
      </Button>
    </>
  )
  return (
    <Dialog
      opened
      onClose={onClose}
      title={<DialogTitle title={t('simActions.tests.title')} icc={icc} />}
      width="tests"
      aside={aside}
      fullOnPhone
    >
      {all.some(({ error }) => error) ? null : <TestsVerdict icc={icc} found={found} onRepeat={repeat} />}
      <div className={styles.tests}>
        {columns.map(({ test, error, evidence = [] }) => (
          <TestColumn
            key={test}
            icc={icc}
            test={test}
            result={found[test]}
            error={error}
            evidence={evidence}
            hasStep={hasStep(test)}
            onRepeat={repeat}
          />
        ))}
      </div>
    </Dialog>
  )
}

interface Timed {
  readonly data: { readonly checkedAt: string }
  readonly tookMs: number
}

/** Time and total duration of the tests. */
function TestTimes({ all }: { all: readonly (Timed | undefined)[] }) {
  const { t } = useTranslation()
  const done = all.filter((entry) => entry !== undefined)
  const last = done[0]
  if (!last || done.length < all.length) return null
  const seconds = Math.max(...done.map(({ tookMs }) => tookMs)) / 1000
  return (
    <span className={`text-small text-tertiary tabular-numbers ${simActionsStyles.taken}`}>
      {t('simActions.tests.taken', { time: formatTime(last.data.checkedAt), seconds: formatDecimal(seconds, 1) })}
    </span>
  )
}
