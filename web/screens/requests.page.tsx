import { IconPlus, IconShoppingCart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CartDrawer } from '#web/features/store/cart-drawer.tsx'
import { readStoreSearch, type StoreSearch } from '#web/features/store/store-search.ts'
import { StoreTab } from '#web/features/store/store-tab.tsx'
import { holds, useSession } from '#web/lib/session.ts'
import { cartQuery } from '#web/shared/orders/cart.api.ts'
import { Button } from '#web/ui/button.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { PageHead } from '#web/ui/list/list.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type RequestSearch, readRequestFilter } from '../features/requests/request-search.ts'
import { fetchRequests } from '../features/requests/requests.api.ts'
import { RequestsList } from '../features/requests/requests-list.tsx'
import { REQUEST_TABS, type RequestTab } from './screen-search.ts'

/**
 * Requests, and the store where a new one is put together. The addresses: /requests?status=submitted and
 * /requests?tab=store&category=2
 */
export function RequestsPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/requests' })
  const navigate = useNavigate()
  const [isCartOpen, setCartOpen] = useState(false)
  const tab = search.tab ?? 'list'
  const listSearch = readRequestFilter(search)
  const { open, ...listFilter } = listSearch
  // who approves and ships requests seldom makes one
  const isOperator = holds(useSession(), 'admin')
  const go = (next: RequestTab, filter: RequestSearch | StoreSearch = {}, replace = true) =>
    void navigate({
      to: '/requests',
      search: { tab: next === 'list' ? undefined : next, ...filter },
      replace,
      resetScroll: next !== tab,
    })
  const submitted = (requestId: number) => {
    setCartOpen(false)
    void navigate({ to: '/requests/$requestId', params: { requestId: String(requestId) } })
  }
  return (
    <div className="page">
      <PageHead title={t('requests.title')} lead={t(isOperator ? 'requests.leadOperator' : 'requests.lead')}>
        {tab === 'list' ? <FileMenu ask={(format) => fetchRequests(listFilter, format)} /> : null}
        <CartButton isMain={tab === 'store'} hidesEmpty={isOperator && tab === 'list'} onOpen={() => setCartOpen(true)} />
        {tab === 'list' ? (
          <Button variant={isOperator ? 'default' : 'primary'} onClick={() => go('store', {}, false)}>
            <IconPlus className="icon" aria-hidden="true" />
            {t('requests.new')}
          </Button>
        ) : null}
      </PageHead>
      <Tabs
        label={t('requests.tabs')}
        tabs={REQUEST_TABS.map((value) => ({ value, text: t(`requests.tab.${value}`) }))}
        chosen={tab}
        onChoose={(next) => go(next)}
      >
        {tab === 'list' ? (
          <RequestsList search={listSearch} onSearch={(filter, isReplaced) => go('list', filter, isReplaced)} />
        ) : (
          <StoreTab search={readStoreSearch(search)} onSearch={(filter) => go('store', filter)} />
        )}
      </Tabs>
      <CartDrawer opened={isCartOpen} onClose={() => setCartOpen(false)} onSubmitted={submitted} />
    </div>
  )
}

interface CartProps {
  readonly isMain: boolean
  readonly hidesEmpty: boolean
  onOpen(): void
}

/** Opens the cart, and says how much is in it. */
function CartButton({ isMain, hidesEmpty, onOpen }: CartProps) {
  const { t } = useTranslation()
  const { data: cart } = useQuery(cartQuery)
  const count = cart?.lines.length ?? 0
  if (hidesEmpty && count === 0) return null
  return (
    <Button
      variant={isMain && count > 0 ? 'primary' : 'default'}
      aria-haspopup="dialog"
      aria-label={count > 0 ? t('store.cart.openCount', { count }) : undefined}
      onClick={onOpen}
    >
      <IconShoppingCart className="icon" aria-hidden="true" />
      {t('store.cart.open')}
      {count > 0 ? <span className="tabular-numbers">{count}</span> : null}
    </Button>
  )
}
