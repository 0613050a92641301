import type { SilenceCause } from '#domain/silence-cause.ts'
import type { Sentence } from '../sentence.ts'

interface CauseSentences {
  /** as a group's title */
  readonly title: Sentence
  /** why these SIMs give no sign of life, and what to do where no operation helps */
  readonly why: Sentence
}

/** What a diagnosis of many SIMs says of each cause. */
export const CAUSE_SENTENCES: Readonly<Record<SilenceCause, CauseSentences>> = {
  not_activated: {
    title: { es: 'Sin activar', en: 'Not activated' },
    why: {
      es: 'Están listas para usar. La red no les da servicio hasta que se activan.',
      en: 'They are ready to use. The network gives them no service until they are activated.',
    },
  },
  hibernated: {
    title: { es: 'Hibernadas', en: 'Hibernated' },
    why: {
      es: 'Están sin datos, SMS ni voz mientras están hibernadas.',
      en: 'They have no data, SMS or voice while they are hibernated.',
    },
  },
  data_cut: {
    title: { es: 'Datos cortados por una alarma', en: 'Data cut by an alarm' },
    why: {
      es: 'Una alarma de consumo cortó sus datos. Al restablecerlos, la alarma las deja en paz hasta el próximo ciclo.',
      en: 'A usage alarm cut their data. Once it is restored, the alarm leaves them alone until the next cycle.',
    },
  },
  stopped: {
    title: { es: 'Bloqueadas o desactivadas', en: 'Suspended or deactivated' },
    why: {
      es: 'Su estado no admite servicio y no se puede cambiar desde aquí. Consulte a soporte por el motivo.',
      en: 'Their status allows no service and can’t be changed from here. Ask support for the reason.',
    },
  },
  ended: {
    title: { es: 'De baja', en: 'Terminated' },
    why: {
      es: 'Están dadas de baja o con la baja solicitada. Sus dispositivos necesitan otra SIM.',
      en: 'They are terminated, or their termination is requested. Their devices need another SIM.',
    },
  },
  company_blocked: {
    title: { es: 'Empresa bloqueada', en: 'Company blocked' },
    why: {
      es: 'La empresa de estas SIMs está bloqueada. Consulte a soporte.',
      en: 'The company of these SIMs is blocked. Ask support.',
    },
  },
  contract_incomplete: {
    title: { es: 'Sin plan o sin APN', en: 'No plan or no APN' },
    why: {
      es: 'Les falta el plan o el APN, y sin ellos no hay datos. Consulte a soporte.',
      en: 'They lack a plan or an APN, and without them there is no data. Ask support.',
    },
  },
  limit_reached: {
    title: { es: 'Límite del plan alcanzado', en: 'Plan limit reached' },
    why: {
      es: 'Usaron los datos que su plan incluye en este ciclo. Un plan mayor los amplía.',
      en: 'They have used the data that their plan includes in this cycle. A larger plan has more.',
    },
  },
  not_asked: {
    title: { es: 'No se pudo consultar', en: 'Couldn’t be checked' },
    why: {
      es: 'Ninguna red las atiende, o la suya no ofrece esta consulta. Revise cada una por separado.',
      en: 'No network serves them, or theirs doesn’t offer this check. Look at each one.',
    },
  },
  network_down: {
    title: { es: 'Red sin respuesta', en: 'Network not responding' },
    why: {
      es: 'Su red no responde o está cerrada. Revise el estado de los operadores y diagnostique de nuevo cuando vuelva.',
      en: 'Their network isn’t responding or is closed. See the operator status, and diagnose again once it is back.',
    },
  },
  unknown_sim: {
    title: { es: 'Desconocidas para la red', en: 'Unknown to the network' },
    why: {
      es: 'La red que las atiende no las conoce. Consulte a soporte.',
      en: 'The network that serves them doesn’t know them. Ask support.',
    },
  },
  network_differs: {
    title: { es: 'Sin servicio en la red', en: 'No service on the network' },
    why: {
      es: 'Aquí están activas, pero su red las tiene sin servicio o sin datos. Consulte a soporte para igualarlas.',
      en: 'They are active here, but their network has them without service or data. Ask support to align them.',
    },
  },
  other_device: {
    title: { es: 'En otro dispositivo', en: 'In another device' },
    why: {
      es: 'La red las ve en un dispositivo distinto al de su IMEI bloqueado. Revise dónde está cada una.',
      en: 'The network sees them in a device other than the one of their locked IMEI. Check where each one is.',
    },
  },
  never_registered: {
    title: { es: 'Nunca vistas por la red', en: 'Never seen by the network' },
    why: {
      es: 'Ningún dispositivo las ha registrado. Revise la instalación: SIM en su lugar, antena y cobertura.',
      en: 'No device has registered with them. Check the installation: SIM in place, antenna and coverage.',
    },
  },
  not_registered: {
    title: { es: 'Dispositivo apagado o sin cobertura', en: 'Device off or out of coverage' },
    why: {
      es: 'Ya no están registradas en la red. Revise la alimentación del dispositivo y la cobertura.',
      en: 'They are no longer registered on the network. Check the device’s power and coverage.',
    },
  },
  stale_registration: {
    title: { es: 'Registro detenido', en: 'Stale registration' },
    why: {
      es: 'Figuran registradas, pero la red no sabe de ellas hace más de 24 horas. Un reinicio las hace registrarse de nuevo.',
      en: 'They are listed as registered, but the network has had no update for over 24 hours. A restart makes them register again.',
    },
  },
  apn: {
    title: { es: 'APN del dispositivo', en: 'APN of the device' },
    why: {
      es: 'Están registradas, pero nunca abrieron datos o lo hacen con otro APN. Configure el APN de la SIM en el dispositivo.',
      en: 'They are registered, but have never opened data or use another APN. Set the SIM’s APN in the device.',
    },
  },
  no_session: {
    title: { es: 'Registradas, sin sesión de datos', en: 'Registered, no data session' },
    why: {
      es: 'La red las ve, pero no tienen datos abiertos. Un reinicio hace que el dispositivo se conecte de nuevo.',
      en: 'The network sees them, but they have no data open. A restart makes the device connect again.',
    },
  },
  working: {
    title: { es: 'Nada malo', en: 'Nothing wrong' },
    why: {
      es: 'La red las ve y sus datos funcionan. Si aún no aparecen aquí, su próxima señal las mostrará.',
      en: 'The network sees them and their data works. If they don’t show here yet, their next signal will.',
    },
  },
}
