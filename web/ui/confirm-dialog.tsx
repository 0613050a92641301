import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toasts } from '../lib/toast-store.ts'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'
import { Form } from './form.tsx'

/** The part of a mutation of TanStack Query that a confirmation uses. */
interface ConfirmMutation<Variables, Answer> {
  readonly isPending: boolean
  readonly error: Error | null
  mutate(variables: Variables, options: { onSuccess(answer: Answer): void }): void
}

interface ConfirmDialogProps<Variables, Answer> {
  readonly title: string
  /** label of the button that confirms */
  readonly button: string
  /** its label while the call runs */
  readonly busy?: string
  /** label of the other button; 'Cancel' by default */
  readonly cancel?: string
  /** `destroy` for what cannot be undone or takes something away */
  readonly variant?: 'destroy' | 'primary'
  /** the button with the initial focus, unless a field among the children has it */
  readonly focus?: 'cancel' | 'confirm'
  readonly mutation: ConfirmMutation<Variables, Answer>
  readonly variables: Variables
  /** true when a field shows the error */
  readonly hidesError?: boolean
  /** runs on every press; false cancels it, as when a reason is missing */
  onAttempt?(): boolean
  /** in place of a toast with the server's message */
  onSuccess?(answer: Answer): void
  onClose(): void
  /** the consequences, and fields if there are any */
  readonly children: ReactNode
}

/**
 * Asks for confirmation, runs the mutation once, shows the server's error, and closes with a toast of the server's
 * message.
 */
export function ConfirmDialog<Variables, Answer extends { readonly message: string }>({
  title,
  button,
  busy = button,
  cancel,
  variant = 'destroy',
  focus = 'cancel',
  mutation: { mutate, isPending, error },
  variables,
  hidesError = false,
  onAttempt = () => true,
  onSuccess = ({ message }) => toasts.success(message),
  onClose,
  children,
}: ConfirmDialogProps<Variables, Answer>) {
  const { t } = useTranslation()
  const confirm = () => {
    if (!onAttempt() || isPending) return
    mutate(variables, {
      onSuccess: (answer) => {
        onSuccess(answer)
        onClose()
      },
    })
  }
  return (
    <Dialog opened onClose={onClose} title={title} width="confirm">
      <Form isPending={isPending} onAttempt={confirm}>
        {children}
        {hidesError ? null : <Failure error={error} />}
        <div className={styles.actions}>
          <Button onClick={onClose} {...(focus === 'cancel' ? { 'data-autofocus': true } : {})}>
            {cancel ?? t('common.cancel')}
          </Button>
          <Button
            variant={variant}
            type="submit"
            blocked={isPending}
            aria-busy={isPending}
            {...(focus === 'confirm' ? { 'data-autofocus': true } : {})}
          >
            {isPending ? busy : button}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
