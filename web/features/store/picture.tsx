import { IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pictureQuery } from './store.api.ts'
import './picture.css'

/** A picture of the store beside the name of what it shows, so it says nothing itself; a drawing where there is none. */
export function Picture({ picture, className = '' }: { picture: string; className?: string }) {
  const { data } = useQuery(pictureQuery(picture))
  return (
    <span className={`sto-picture ${className}`}>
      {data ? <img src={data} alt="" /> : picture === '' ? <IconPhoto className="icon icon-20" aria-hidden="true" /> : null}
    </span>
  )
}
