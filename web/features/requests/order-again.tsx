import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isEnded } from '#domain/request-life-cycle.ts'
import { useSession } from '#web/lib/session.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { useAddToCart } from '#web/shared/orders/cart.api.ts'
import { Button } from '#web/ui/button.tsx'
import type { RequestData } from './requests.api.ts'

const offeredOf = ({ lines }: RequestData) => lines.filter(({ isOffered }) => isOffered)

/** Whether a request has ended whose lines the reader may order anew: those of another company would be ordered for the reader's. */
export function useMayOrderAgain(request: RequestData): boolean {
  const { clientId } = useSession()
  return isEnded(request.status) && request.companyId === clientId && offeredOf(request).length > 0
}

/** Puts the lines of a request into the cart, and leads there. */
export function OrderAgain({ request, size }: { request: RequestData; size: 'sm' | 'md' }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mutate, isPending } = useAddToCart()
  const offered = offeredOf(request)
  const [count, all] = [offered.length, request.lines.length]
  const add = () =>
    mutate(offered, {
      onSuccess: () => {
        toasts.success(t(count < all ? 'requests.again.doneSome' : 'requests.again.done', { count, all }))
        void navigate({ to: '/requests', search: { tab: 'store' } })
      },
    })
  return (
    <Button size={size} blocked={isPending} aria-busy={isPending} onClick={add}>
      {t(isPending ? 'requests.again.busy' : 'requests.again.button')}
    </Button>
  )
}
