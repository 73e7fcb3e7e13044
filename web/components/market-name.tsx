type Props = {
  /** IG's name for the instrument, such as Tesco PLC, if known. */
  readonly name: string | undefined
  /** TradingView’s symbol of the market, such as LSE:TSCO, or IG's epic. */
  readonly symbol: string
}

/** Shows the instrument’s name followed by the symbol in muted text, or only the symbol if there is no name. */
export const MarketName = ({ name, symbol }: Props) =>
  name === undefined ? (
    <>{symbol}</>
  ) : (
    <>
      {name} <span className="font-normal text-muted">{symbol}</span>
    </>
  )
