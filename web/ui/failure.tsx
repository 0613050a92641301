import { Problem } from './problem.tsx'

/** The server's message about a failed mutation; renders nothing without an error. */
export function Failure({ error }: { error: Error | null }) {
  if (!error) return null
  return <Problem isAlert>{error.message}</Problem>
}
