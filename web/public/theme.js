// Theme, language and density before the first paint: stored preferences, else the system's.
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
  const theme = asked === 'light' || asked === 'dark' ? asked : system
  root.dataset.theme = theme
  root.dataset.mantineColorScheme = theme
  root.lang = saved('enlace.language') === 'en' ? 'en' : 'es'
  root.dataset.density = saved('enlace.density') === 'comfortable' ? 'comfortable' : 'compact'
})()
