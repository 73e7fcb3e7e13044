type Props = {
  /** What the broker calls the instrument, if it is known: Tesco PLC. */
  readonly name: string | undefined
  /** TradingView’s name of the market, or the broker’s epic: LSE:TSCO. */
  readonly symbol: string
}

/** A market, by its instrument’s name with the symbol muted behind it; by its symbol alone if the name is not known. */
export const MarketName = ({ name, symbol }: Props) =>
  name === undefined ? (
    <>{symbol}</>
  ) : (
    <>
      {name} <span className="font-normal text-muted">{symbol}</span>
    </>
  )
