import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REQUEST_SIM_WORDS } from '#contract/requests/request-messages.ts'
import { formatMsisdn } from '#domain/identifiers.ts'
import { unassignProblem } from '#domain/request-life-cycle.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { sentence } from '#web/lib/sentence.ts'
import { providersQuery } from '#web/shared/plans/plan-choices.api.ts'
import { copyIccs } from '#web/shared/sims/copy-iccs.ts'
import { SimCell, simColumn } from '#web/shared/sims/sim-cell.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormatMenu } from '#web/ui/file-menu.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { actionsColumn, textColumn } from '#web/ui/list/columns.tsx'
import { List } from '#web/ui/list/list.tsx'
import { usePages } from '#web/ui/list/list-rows.ts'
import { RowAction } from '#web/ui/row-action.tsx'
import { SimStatus } from '#web/ui/status.tsx'
import { TwoLines } from '#web/ui/table.tsx'
import styles from './request.module.css'
import { fetchRequestIccs, fetchRequestSims, type RequestData, type RequestSim, requestSimsQuery } from './requests.api.ts'
import { UnassignDialog } from './unassign-dialog.tsx'

/** The assigned SIMs of a request; those that can go back into stock have a button. */
export function RequestSims({ request }: { request: RequestData }) {
  const { t } = useTranslation()
  const { requestId, canUnassign, lines } = request
  const [unassigning, setUnassigning] = useState<string>()
  const data = usePages(requestSimsQuery(requestId))
  const { data: origins } = useQuery(providersQuery)
  const originOf = ({ providerId: id }: RequestSim) =>
    originLabel(origins?.find(({ providerId }) => providerId === id)?.providerName ?? String(id))
  return (
    <>
      <List
        id="request-sims"
        label={t('requests.sims')}
        hasTitle
        about={formatNumber(lines.reduce((sum, { assigned }) => sum + assigned, 0))}
        minWidth={900}
        data={data}
        tools={
          <>
            <CopyIccs requestId={requestId} isReady={data.rows !== undefined} />
            <FormatMenu
              isSmall
              isIconOnPhone
              about={t('requests.sims')}
              formats={['csv', 'xlsx', 'tsv']}
              ask={(format) => fetchRequestSims(requestId, format)}
            />
          </>
        }
        rowKey={({ requestSimId }) => requestSimId}
        columns={[
          simColumn(({ icc, status, label }: RequestSim) =>
            status === null ? <Icc value={icc} /> : <SimCell icc={icc} label={label} />,
          ),
          textColumn('msisdn', sentence(REQUEST_SIM_WORDS.msisdn), ({ msisdn }: RequestSim) => formatMsisdn(msisdn), {
            width: 144,
            phone: 'foot',
          }),
          {
            id: 'origin',
            head: sentence(REQUEST_SIM_WORDS.origin),
            className: styles.origin,
            cell: (row) => <TwoLines first={originOf(row)} second={row.planTypeName} />,
          },
          {
            id: 'plan',
            head: sentence(REQUEST_SIM_WORDS.plan),
            phone: 'line',
            cell: ({ planName, planCode }) => <TwoLines first={planName} second={planCode} />,
          },
          textColumn(
            'activated',
            sentence(REQUEST_SIM_WORDS.activated),
            ({ activationDate }: RequestSim) => (activationDate ? formatDate(activationDate) : ''),
            { className: `text-secondary ${styles.activated}` },
          ),
          {
            id: 'status',
            head: sentence(REQUEST_SIM_WORDS.status),
            width: 192,
            phone: 'mark',
            cell: ({ status }) =>
              status === null ? (
                <span className="text-tertiary">{sentence(REQUEST_SIM_WORDS.moved)}</span>
              ) : (
                <SimStatus status={status} />
              ),
          },
          canUnassign
            ? actionsColumn(52, (row: RequestSim) => <TakeBack row={row} state={request.status} onUnassign={setUnassigning} />)
            : undefined,
        ]}
      />
      {unassigning ? (
        <UnassignDialog requestId={requestId} icc={unassigning} onClose={() => setUnassigning(undefined)} />
      ) : null}
    </>
  )
}

/** Copies the ICCs of all its SIMs, also of those below the loaded rows. */
function CopyIccs({ requestId, isReady }: { requestId: number; isReady: boolean }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMutation({ mutationFn: () => copyIccs(() => fetchRequestIccs(requestId)) })
  return (
    <Button size="sm" blocked={!isReady || isPending} aria-busy={isPending} onClick={() => mutate()}>
      <IconCopy className="icon icon-14" aria-hidden="true" />
      {t('sims.copyIcc')}
    </Button>
  )
}

interface TakeBackProps {
  readonly row: RequestSim
  readonly state: RequestData['status']
  onUnassign(icc: string): void
}

/** Unassigns a SIM that can return to stock; only the server can check for an operation in progress. */
function TakeBack({ row: { icc, status, activationDate }, state, onUnassign }: TakeBackProps) {
  const { t } = useTranslation()
  if (unassignProblem(state, { status, wasActive: activationDate !== null, isBusy: false })) return null
  return <RowAction Icon={IconTrash} opensDialog label={t('requests.unassign.of', { icc })} onAct={() => onUnassign(icc)} />
}
