import { findInstrument, instrumentsHeadFrom, instrumentsHeadKey } from '../instruments/instrument-store.ts'
import type { AlertMessage, DossierToDecide } from '../trading/ports.ts'
import { readDossier } from './alert-context.ts'

export const getDossierToDecide = async (message: AlertMessage): Promise<DossierToDecide> => {
  const { userId } = message
  const { dossier, items } = await readDossier(message, { instruments: instrumentsHeadKey(userId) })
  const head = instrumentsHeadFrom(items.get('instruments'))
  return { ...dossier, findInstrument: (name) => findInstrument(userId, name, head) }
}
