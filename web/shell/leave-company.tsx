import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useWorkIn } from '../shared/companies/work-in.ts'
import { Button } from '../ui/button.tsx'

/** Leads back from one company to all. */
export function LeaveCompany() {
  const { t } = useTranslation()
  const { mutate, isPending } = useWorkIn({ toastsError: true })
  return (
    <Button
      variant="ghost"
      size="sm"
      square
      blocked={isPending}
      aria-label={t('shell.backToAll')}
      title={t('shell.backToAll')}
      onClick={() => mutate(null)}
    >
      <IconX className="icon icon-14" aria-hidden="true" />
    </Button>
  )
}
