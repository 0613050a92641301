import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toasts } from '../lib/toast-store.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Failure } from './failure.tsx'
import { Form } from './form.tsx'

/** The part of a mutation of TanStack Query that a confirmation uses. */
interface Confirmed<Variables, Answer> {
  readonly isPending: boolean
  readonly error: Error | null
  mutate(variables: Variables, options: { onSuccess(answer: Answer): void }): void
}

interface ConfirmDialogProps<Variables, Answer> {
  readonly title: string
  /** the words of the button that confirms */
  readonly button: string
  /** its words while the answer is awaited */
  readonly busy?: string
  /** the words of the other button; 'Cancel' unless given */
  readonly cancel?: string
  /** `danger` for what cannot be undone or takes something away */
  readonly variant?: 'danger' | 'primary'
  /** the button that has the focus at first, unless a field among the children asks for it */
  readonly focus?: 'cancel' | 'confirm'
  readonly mutation: Confirmed<Variables, Answer>
  readonly variables: Variables
  /** true when a field shows the error */
  readonly hidesError?: boolean
  /** runs on every press; false stops it, as when a reason is missing */
  onTry?(): boolean
  /** instead of a toast of the server's message */
  onSuccess?(answer: Answer): void
  onClose(): void
  /** the consequences, and fields if there are any */
  readonly children: ReactNode
}

/** Asks for a yes, runs the mutation once, shows the server's error, and closes with a toast of the server's message. */
export function ConfirmDialog<Variables, Answer extends { readonly message: string }>({
  title,
  button,
  busy = button,
  cancel,
  variant = 'danger',
  focus = 'cancel',
  mutation: { mutate, isPending, error },
  variables,
  hidesError = false,
  onTry = () => true,
  onSuccess = ({ message }) => toasts.success(message),
  onClose,
  children,
}: ConfirmDialogProps<Variables, Answer>) {
  const { t } = useTranslation()
  const confirm = () => {
    if (!onTry() || isPending) return
    mutate(variables, {
      onSuccess: (answer) => {
        onSuccess(answer)
        onClose()
      },
    })
  }
  return (
    <Dialog opened onClose={onClose} title={title} width="confirm">
      <Form isPending={isPending} onTry={confirm}>
        {children}
        {hidesError ? null : <Failure error={error} />}
        <div className="dialog-actions">
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
