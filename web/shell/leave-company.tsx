import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useWorkIn } from '../shared/companies/work-in.ts'
import { IconButton } from '../ui/button.tsx'

/** Leads back from one company to all. */
export function LeaveCompany() {
  const { t } = useTranslation()
  const { mutate, isPending } = useWorkIn({ toastsError: true })
  return (
    <IconButton
      Icon={IconX}
      iconClass="icon-14"
      blocked={isPending}
      label={t('shell.backToAll')}
      title={t('shell.backToAll')}
      onClick={() => mutate(null)}
    />
  )
}
