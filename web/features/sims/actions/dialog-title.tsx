import { useQuery } from '@tanstack/react-query'
import { simQuery } from '#web/shared/sims/sim.api.ts'
import { Icc } from '#web/ui/icc.tsx'
import styles from './sim-actions.module.css'

/** Title of a dialog with its SIM. */
export function DialogTitle({ title, icc }: { title: string; icc: string }) {
  const { data } = useQuery(simQuery(icc))
  return (
    <>
      {title}
      <span className={`${styles.which} text-small text-tertiary`}>
        <Icc value={icc} /> <span className="ellipsis">{data?.customField1}</span>
      </span>
    </>
  )
}
