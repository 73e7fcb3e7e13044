import type { LossLimits } from '../../../shared/limits/loss-limits.ts'
import type { DecisionContext } from '../ports/store.ts'

/** TradingView’s names, by epic, of the instruments in open-risk groups. */
export const namesInGroups = async (
  { findInstrument }: Pick<DecisionContext, 'findInstrument'>,
  limits: LossLimits | undefined,
): Promise<Readonly<Record<string, string>>> => {
  const wanted = limits?.openRisk?.groups.flatMap(({ instruments }) => instruments) ?? []
  const names: Record<string, string> = {}
  for (const name of new Set(wanted)) {
    const instrument = await findInstrument(name, wanted)
    if (instrument) names[instrument.igEpic] = instrument.marketAndSymbol
  }
  return names
}
