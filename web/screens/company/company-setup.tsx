import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompanyData } from '#contract/companies/companies.calls.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { MassDialog } from '#web/features/operations/mass-dialog.tsx'
import { UserForm } from '#web/features/users/user-form.tsx'
import { usersQuery } from '#web/features/users/users.api.ts'
import { useDismissed } from '#web/lib/dismissed.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Checklist, type ChecklistStep } from '#web/ui/checklist.tsx'
import { usePages } from '#web/ui/list/list-rows.ts'

type StepDialog = 'people' | 'sims'

/** Shown to those who can take its steps, for companies below their own, until all are taken. */
export function CompanySetup({ company }: { company: CompanyData }) {
  const session = useSession()
  const [isDismissed, dismiss] = useDismissed(`setup.${company.companyId}`)
  const mayHelp = holds(session, 'users') && holds(session, 'sims') && company.companyId !== session.clientId
  return mayHelp && !isDismissed ? <Steps company={company} onDismiss={dismiss} /> : null
}

function Steps({ company, onDismiss }: { company: CompanyData; onDismiss: () => void }) {
  const { t } = useTranslation()
  const { companyId, users, sims, simsBelow } = company
  const { rows: people } = usePages(usersQuery({ company: companyId }))
  const { open, setOpen, isGuided, close } = useDialogs(company)
  const isUsed = people?.some(({ state }) => state === 'active') ?? false
  // its subsidiaries have the SIMs
  const isReseller = sims === 0 && simsBelow > 0
  const isRunning = sims + simsBelow > 0
  const steps: ChecklistStep[] = [
    { id: 'company', isDone: true, title: t('companySetup.company'), text: t('companySetup.companyText') },
    {
      id: 'people',
      isDone: users > 0,
      title: t('companySetup.people'),
      text: users > 0 ? t('companySetup.peopleDone', { count: users }) : t('companySetup.peopleText'),
      action: (
        <Button
          size="sm"
          variant={users > 0 || isRunning ? 'default' : 'primary'}
          aria-haspopup="dialog"
          onClick={() => setOpen('people')}
        >
          {t(users > 0 ? 'companySetup.inviteAnother' : 'companySetup.invite')}
        </Button>
      ),
    },
    ...(isReseller
      ? []
      : [
          {
            id: 'sims',
            isDone: sims > 0,
            title: t('companySetup.sims'),
            text: sims > 0 ? t('companySetup.simsDone', { count: sims }) : <SimsText />,
            action:
              sims > 0 ? undefined : (
                <Button
                  size="sm"
                  variant={users > 0 ? 'primary' : 'default'}
                  aria-haspopup="dialog"
                  onClick={() => setOpen('sims')}
                >
                  {t('companySetup.assign')}
                </Button>
              ),
          },
        ]),
    {
      id: 'login',
      isDone: isUsed,
      title: t('companySetup.login'),
      text: t(isUsed ? 'companySetup.loginDone' : 'companySetup.loginText'),
    },
  ]
  const isComplete = people !== undefined && steps.every(({ isDone }) => isDone)
  return (
    <>
      {people === undefined || isComplete ? null : (
        <Checklist title={t('companySetup.title')} steps={steps} onDismiss={onDismiss} />
      )}
      {open === 'people' ? (
        <UserForm
          company={companyId}
          onSaved={() => setOpen(isGuided && sims === 0 && !isReseller ? 'sims' : undefined)}
          onClose={close}
        />
      ) : null}
      <MassDialog
        request={open === 'sims' ? { kind: 'assign', count: 0, details: { companyId } } : undefined}
        onClose={close}
      />
    </>
  )
}

/** A new company's page opens the dialogs one after the other; each can be left, and the list leads on from there. */
function useDialogs({ companyId, users }: CompanyData) {
  const { setup } = useSearch({ from: '/app/companies/$companyId' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isGuided] = useState(setup === 'true')
  const [open, setOpen] = useState<StepDialog | undefined>(isGuided && users === 0 ? 'people' : undefined)
  useEffect(() => {
    // loaded again, the page opens nothing by itself
    if (setup)
      void navigate({ to: '/companies/$companyId', params: { companyId: String(companyId) }, search: {}, replace: true })
  }, [setup, companyId, navigate])
  const close = () => {
    setOpen(undefined)
    void client.invalidateQueries({ queryKey: ['companies'] })
    void client.invalidateQueries({ queryKey: ['sims'] })
  }
  return { open, setOpen, isGuided, close }
}

/** Where SIMs come from: the operator's stock, by ICC or from the list; each brings its plan. */
function SimsText() {
  const { t } = useTranslation()
  const session = useSession()
  const stock = simsSearch({ companyIds: [session.clientId], administrativeStatusIds: [ADMINISTRATIVE_STATUS.readyToUse] })
  return (
    <>
      {t('companySetup.simsText')}{' '}
      <Link className="underlined" to="/sims" search={stock}>
        {t('companySetup.stock')}
      </Link>
      {holds(session, 'plans') ? (
        <>
          {' · '}
          <Link className="underlined" to="/plans">
            {t('companySetup.plans')}
          </Link>
        </>
      ) : null}
    </>
  )
}
