import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { movedTo, placeAfterKey, placeAtPointer } from './reorder.ts'

interface Reorder {
  /** as it is shown now */
  readonly order: readonly number[]
  readonly dragged: number | undefined
  /** for the list whose rows are ordered, each with data-id */
  readonly list: RefObject<HTMLOListElement | null>
  /** for the handle of a row */
  handle(id: number): {
    onPointerDown(event: PointerEvent): void
    onPointerMove(event: PointerEvent): void
    onPointerUp(): void
    onPointerCancel(): void
    onKeyDown(event: KeyboardEvent): void
  }
}

/**
 * Puts a list into another order: by dragging a row's handle, with whatever points, or by arrow keys on it. `onOrder` hears of each
 * order that somebody decided on.
 */
export function useReorder(ids: readonly number[], onOrder: (order: number[], moved: number) => void): Reorder {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<{ id: number; order: readonly number[] }>()
  const [moved, setMoved] = useState<{ id: number }>()
  const order = drag?.order ?? ids
  // a row that went past others in the page may have lost the focus
  useEffect(() => {
    if (moved) list.current?.querySelector<HTMLElement>(`[data-id="${moved.id}"] [data-handle]`)?.focus()
  }, [moved])
  const over = (y: number, id: number): readonly number[] => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])]
    const others = rows.filter((row) => row.dataset.id !== String(id))
    const middles = others.map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2
    })
    return movedTo(order, id, placeAtPointer(y, middles))
  }
  const drop = () => {
    if (drag && drag.order.join() !== ids.join()) onOrder([...drag.order], drag.id)
    setDrag(undefined)
  }
  return {
    order,
    dragged: drag?.id,
    list,
    handle: (id) => ({
      onPointerDown: (event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ id, order: ids })
      },
      onPointerMove: (event) => {
        if (drag?.id === id) setDrag({ id, order: over(event.clientY, id) })
      },
      onPointerUp: drop,
      onPointerCancel: () => setDrag(undefined),
      onKeyDown: (event) => {
        const to = placeAfterKey(event.key, order.indexOf(id), order.length)
        if (to === undefined) return
        event.preventDefault()
        onOrder(movedTo(order, id, to), id)
        setMoved({ id })
      },
    }),
  }
}
