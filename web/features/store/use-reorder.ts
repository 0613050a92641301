import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { movedTo, placeAfterKey, placeAtPointer } from './reorder.ts'

interface Reorder {
  /** current order */
  readonly order: readonly number[]
  readonly dragged: number | undefined
  /** ref of the list element, whose rows have data-id */
  readonly list: RefObject<HTMLOListElement | null>
  /** props of a row's handle */
  handle(id: number): {
    onPointerDown(event: PointerEvent): void
    onPointerMove(event: PointerEvent): void
    onPointerUp(): void
    onPointerCancel(): void
    onKeyDown(event: KeyboardEvent): void
  }
}

/**
 * Reorders a list by dragging a row's handle, with any pointer, or by arrow keys on it. `onOrder` is called with each
 * final order.
 */
export function useReorder(ids: readonly number[], onOrder: (order: number[], moved: number) => void): Reorder {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<{ id: number; order: readonly number[] }>()
  const [moved, setMoved] = useState<{ id: number }>()
  const order = drag?.order ?? ids
  // a row that moved in the DOM may have lost the focus
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
