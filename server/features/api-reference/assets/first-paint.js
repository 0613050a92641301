// Theme and language as the portal remembers them in this browser, before anything is painted.
;(() => {
  const root = document.documentElement
  const saved = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const asked = saved('enlace.theme')
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.theme = asked === 'light' || asked === 'dark' ? asked : system
  const language = saved('enlace.language')
  const isChosenHere = new URLSearchParams(location.search).has('lang')
  if (!isChosenHere && (language === 'es' || language === 'en') && language !== root.lang) {
    location.replace(`?lang=${language}${location.hash}`)
  }
})()
