import { IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { classes } from '#web/lib/classes.ts'
import { DRAWINGS, type Drawing, type DrawingName } from './drawings.ts'
import styles from './picture.module.css'
import { pictureQuery } from './store.api.ts'

interface PictureProps {
  readonly picture: string
  /** stands for a product without a picture */
  readonly drawing?: DrawingName
  readonly className?: string
}

/** A product's picture beside its name, so without alt text; a drawing or a placeholder without one. */
export function Picture({ picture, drawing, className = '' }: PictureProps) {
  const { data } = useQuery(pictureQuery(picture))
  return (
    <span className={classes(styles.picture, className)}>
      {picture !== '' ? (
        data && <img src={data} alt="" />
      ) : drawing ? (
        <ProductDrawing name={drawing} />
      ) : (
        <IconPhoto className="icon icon-20" aria-hidden="true" />
      )}
    </span>
  )
}

function ProductDrawing({ name }: { name: DrawingName }) {
  const { behind, body, detail, line, accent }: Drawing = DRAWINGS[name]
  return (
    <svg viewBox="0 0 96 96" className={styles.drawing} aria-hidden="true">
      {behind ? <path className={styles.line} d={behind} /> : null}
      {body.map((part) => (
        <path key={part} className={styles.body} d={part} />
      ))}
      {detail ? <path className={styles.detail} d={detail} /> : null}
      {line ? <path className={styles.line} d={line} /> : null}
      <path className={styles.accent} d={accent} />
    </svg>
  )
}
