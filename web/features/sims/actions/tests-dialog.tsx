import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDecimal, formatTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogTitle } from './dialog-title.tsx'
import { administrativeEvidence, gprsEvidence, gsmEvidence } from './evidence.ts'
import { actionOfStep } from './next-steps.ts'
import simActionsStyles from './sim-actions.module.css'
import { testQuery } from './sim-tools.api.ts'
import { TestColumn } from './test-column.tsx'
import styles from './tests.module.css'

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
  // only the first available step is the primary action
  const main = all.find(({ data }) => data && !data.data.success && actionOfStep(data.data.next?.action) !== undefined)
  const about = { icc, onRepeat: repeat }
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
      <div className={styles.tests}>
        <TestColumn
          {...about}
          test="administrative"
          result={administrative.data?.data}
          error={administrative.error}
          evidence={administrative.data ? administrativeEvidence(administrative.data.data, t) : []}
          isMain={main === administrative}
        />
        <TestColumn
          {...about}
          test="gsm"
          result={gsm.data?.data}
          error={gsm.error}
          evidence={gsm.data ? gsmEvidence(gsm.data.data, t) : []}
          isMain={main === gsm}
        />
        <TestColumn
          {...about}
          test="gprs"
          result={gprs.data?.data}
          error={gprs.error}
          evidence={gprs.data ? gprsEvidence(gprs.data.data, t) : []}
          isMain={main === gprs}
        />
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
