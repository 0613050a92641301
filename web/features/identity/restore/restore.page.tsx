import { useSearch } from '@tanstack/react-router'
import { RequestResetForm } from './request-reset-form.tsx'
import { SetPassword } from './set-password.tsx'

/** /restore-password requests a link; with a token, ?token=…, it sets the password. */
export function RestorePage() {
  const { token } = useSearch({ from: '/restore-password' })
  return token ? <SetPassword key={token} token={token} /> : <RequestResetForm />
}
