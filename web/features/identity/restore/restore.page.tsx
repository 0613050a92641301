import { useSearch } from '@tanstack/react-router'
import { AskForm } from './ask-form.tsx'
import { SetPassword } from './set-password.tsx'

/** /restore-password asks for a link; with the token of one, ?token=…, it sets the password. */
export function RestorePage() {
  const { token } = useSearch({ from: '/restore-password' })
  return token ? <SetPassword key={token} token={token} /> : <AskForm />
}
