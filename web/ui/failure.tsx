/** Why what somebody asked for was not done, in the server's words; nothing while nothing failed. */
export function Failure({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <p className="msg" role="alert">
      {error.message}
    </p>
  )
}
