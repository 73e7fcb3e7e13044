type Props = {
  /** The broker's name of the instrument, if known, such as Tesco PLC. */
  readonly name: string | undefined
  /** TradingView’s name of the market, or the broker’s epic: LSE:TSCO. */
  readonly symbol: string
}

/** A market by its instrument’s name with the symbol muted behind it, or by its symbol alone. */
export const MarketName = ({ name, symbol }: Props) =>
  name === undefined ? (
    <>{symbol}</>
  ) : (
    <>
      {name} <span className="font-normal text-muted">{symbol}</span>
    </>
  )
