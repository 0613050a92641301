import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMinute } from '#web/lib/format.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import { PersonName } from '#web/shared/people/person-name.tsx'
import { Button } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { PanelActions, PanelContent, PanelSection, PanelTitle } from '#web/ui/side-panel/panel-parts.tsx'
import { PanelHead, SidePanel } from '#web/ui/side-panel/side-panel.tsx'
import type { ListBeside } from '#web/ui/side-panel/use-beside.ts'
import { popupTitleOf, Seen, StateOfPopup, targetsText } from './popup-cells.tsx'
import { PopupAsRead } from './popup-preview.tsx'
import { type PopupDetail, popupQuery } from './popups.api.ts'
import styles from './popups.module.css'
import { WordsChoice } from './words-choice.tsx'

interface PanelProps {
  readonly name: string
  readonly beside: ListBeside<string>
  onEdit(): void
  onDuplicate(): void
  onEnd(popup: PopupDetail): void
}

/** A popup beside the list, as its readers see it. */
export function PopupPanel({ name, beside, onEdit, onDuplicate, onEnd }: PanelProps) {
  const { t } = useTranslation()
  const { data: popup, error, refetch } = useQuery(popupQuery(name))
  const around = { neighbours: beside.neighbours, onClose: beside.close }
  const title = popup ? popupTitleOf(popup) : error ? t('popups.notice') : undefined
  const isEnded = popup?.state === 'ended'
  return (
    <SidePanel {...around} label={title ?? t('popups.notice')}>
      <PanelHead {...around} below={popup ? <StateOfPopup state={popup.state} isFilled /> : null}>
        <PanelTitle>{title}</PanelTitle>
      </PanelHead>
      <PanelContent key={name} failure={{ title: t('popups.failedOne'), error, retry: () => void refetch() }}>
        {popup ? (
          <>
            <PanelSection>
              <PanelActions>
                {isEnded ? null : (
                  <Button size="sm" aria-haspopup="dialog" onClick={onEdit}>
                    {t('popups.change')}
                  </Button>
                )}
                <Button size="sm" aria-haspopup="dialog" onClick={onDuplicate}>
                  {t('popups.duplicate')}
                </Button>
                {isEnded ? null : (
                  <Button size="sm" variant="danger" aria-haspopup="dialog" onClick={() => onEnd(popup)}>
                    {t('popups.end')}
                  </Button>
                )}
              </PanelActions>
            </PanelSection>
            <PanelSection>
              <Facts
                facts={[
                  { name: t('popups.for'), value: targetsText(popup, t) },
                  { name: t('popups.form.from'), value: formatMinute(popup.startsAt) },
                  { name: t('popups.form.to'), value: popup.endsAt ? formatMinute(popup.endsAt) : t('popups.untilEnded') },
                  { name: t('popups.seen'), value: <Seen popup={popup} isWide /> },
                  { name: t('popups.author'), value: popup.author && <PersonName email={popup.author} /> },
                ]}
              />
            </PanelSection>
            <AsRead popup={popup} />
          </>
        ) : undefined}
      </PanelContent>
    </SidePanel>
  )
}

function AsRead({ popup }: { popup: PopupDetail }) {
  const { t } = useTranslation()
  const own = usePreference(language)
  const [words, setWords] = useState(own)
  const [title, content] = words === 'es' ? [popup.titleEs, popup.contentEs] : [popup.titleEn, popup.contentEn]
  return (
    <PanelSection title={t('popups.asRead')}>
      <WordsChoice words={words} onWords={setWords} />
      <div className={styles.asRead}>
        <PopupAsRead title={title} content={content} words={words} />
      </div>
    </PanelSection>
  )
}
