import { Problem } from './problem.tsx'

/** Why what somebody asked for was not done, in the server's words; nothing while nothing failed. */
export function Failure({ error }: { error: Error | null }) {
  if (!error) return null
  return <Problem isAlert>{error.message}</Problem>
}
