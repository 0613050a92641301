import { IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { classes } from '#web/lib/classes.ts'
import styles from './picture.module.css'
import { pictureQuery } from './store.api.ts'

/** A product picture beside the product's name, so without alt text; a placeholder without one. */
export function Picture({ picture, className = '' }: { picture: string; className?: string }) {
  const { data } = useQuery(pictureQuery(picture))
  return (
    <span className={classes(styles.picture, className)}>
      {data ? <img src={data} alt="" /> : picture === '' ? <IconPhoto className="icon icon-20" aria-hidden="true" /> : null}
    </span>
  )
}
