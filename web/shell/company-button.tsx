import { IconBuilding, IconSelector } from '@tabler/icons-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { useSession } from '../lib/session.ts'
import styles from './company-switch.module.css'

interface CompanyButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
}

/** In which companies one works, as the button that changes it. */
export function CompanyButton({ className = '', ...props }: CompanyButtonProps) {
  const { t } = useTranslation()
  const { worksIn, companyName } = useSession()
  const isOne = worksIn === 'one'
  const name = isOne ? companyName : t('shell.allCompanies')
  return (
    <button
      type="button"
      className={classes(styles.button, isOne && styles.one, className)}
      aria-haspopup="dialog"
      aria-label={t('shell.worksIn', { name })}
      title={isOne ? t('shell.worksInBelow', { name }) : undefined}
      {...props}
    >
      <IconBuilding className="icon icon-14" aria-hidden="true" />
      <span className="ellipsis">{name}</span>
      <IconSelector className="icon icon-14" aria-hidden="true" />
    </button>
  )
}
