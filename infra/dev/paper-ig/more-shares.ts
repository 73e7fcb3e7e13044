/**
 * A share in addition to the usual markets. The shares below give a search several results. Their tickers and names are
 * real; prices are invented, but in a realistic range.
 */
export type ShareRow = readonly [ticker: string, name: string, price: number]

/** Shares in London, with prices in pence. */
export const londonShares: readonly ShareRow[] = [
  ['AAL', 'Anglo American PLC', 2810],
  ['ABF', 'Associated British Foods PLC', 2140],
  ['ADM', 'Admiral Group PLC', 3320],
  ['AHT', 'Ashtead Group PLC', 4870],
  ['ANTO', 'Antofagasta PLC', 2655],
  ['AV.', 'Aviva PLC', 661],
  ['BA.', 'BAE Systems PLC', 1790],
  ['BATS', 'British American Tobacco PLC', 4015],
  ['BNZL', 'Bunzl PLC', 2260],
  ['BRBY', 'Burberry Group PLC', 1195],
  ['BT.A', 'BT Group PLC', 182],
  ['CNA', 'Centrica PLC', 171],
  ['CPG', 'Compass Group PLC', 2480],
  ['DGE', 'Diageo PLC', 1835],
  ['EXPN', 'Experian PLC', 3510],
  ['GLEN', 'Glencore PLC', 351],
  ['GSK', 'GSK PLC', 1780],
  ['HLMA', 'Halma PLC', 3440],
  ['HSBA', 'HSBC Holdings PLC', 1065],
  ['IMB', 'Imperial Brands PLC', 3170],
  ['INF', 'Informa PLC', 952],
  ['ITV', 'ITV PLC', 71],
  ['JD.', 'JD Sports Fashion PLC', 82],
  ['KGF', 'Kingfisher PLC', 305],
  ['LAND', 'Land Securities Group PLC', 604],
  ['LGEN', 'Legal & General Group PLC', 240],
  ['MKS', 'Marks and Spencer Group PLC', 366],
  ['MNDI', 'Mondi PLC', 872],
  ['NG.', 'National Grid PLC', 1145],
  ['NWG', 'NatWest Group PLC', 588],
  ['NXT', 'Next PLC', 14120],
  ['PRU', 'Prudential PLC', 1042],
  ['PSN', 'Persimmon PLC', 1260],
  ['REL', 'RELX PLC', 3085],
  ['RIO', 'Rio Tinto PLC', 5310],
  ['RKT', 'Reckitt Benckiser Group PLC', 5790],
  ['SBRY', 'J Sainsbury PLC', 333],
  ['SGE', 'Sage Group PLC', 1088],
  ['SSE', 'SSE PLC', 2205],
  ['STAN', 'Standard Chartered PLC', 1570],
  ['SVT', 'Severn Trent PLC', 2770],
  ['ULVR', 'Unilever PLC', 4505],
  ['WPP', 'WPP PLC', 302],
  ['WTB', 'Whitbread PLC', 2590],
]

/** Shares on NASDAQ, with prices in cents. */
export const nasdaqShares: readonly ShareRow[] = [
  ['ADBE', 'Adobe Inc (All Sessions)', 33120],
  ['AMAT', 'Applied Materials Inc (All Sessions)', 22380],
  ['AVGO', 'Broadcom Inc (All Sessions)', 34110],
  ['BKNG', 'Booking Holdings Inc (All Sessions)', 481000],
  ['COST', 'Costco Wholesale Corp (All Sessions)', 91850],
  ['CSCO', 'Cisco Systems Inc (All Sessions)', 7610],
  ['GOOG', 'Alphabet Inc Class C (All Sessions)', 28920],
  ['GOOGL', 'Alphabet Inc Class A (All Sessions)', 28870],
  ['INTC', 'Intel Corp (All Sessions)', 3490],
  ['INTU', 'Intuit Inc (All Sessions)', 64010],
  ['ISRG', 'Intuitive Surgical Inc (All Sessions)', 56240],
  ['MU', 'Micron Technology Inc (All Sessions)', 22760],
  ['NFLX', 'Netflix Inc (All Sessions)', 10850],
  ['PEP', 'PepsiCo Inc (All Sessions)', 14630],
  ['PYPL', 'PayPal Holdings Inc (All Sessions)', 6170],
  ['QCOM', 'Qualcomm Inc (All Sessions)', 16350],
  ['SBUX', 'Starbucks Corp (All Sessions)', 8510],
  ['TMUS', 'T-Mobile US Inc (All Sessions)', 20940],
  ['TXN', 'Texas Instruments Inc (All Sessions)', 15980],
]

/** Shares in New York, with prices in cents. */
export const newYorkShares: readonly ShareRow[] = [
  ['BA', 'Boeing Co (All Sessions)', 18240],
  ['BAC', 'Bank of America Corp (All Sessions)', 5190],
  ['C', 'Citigroup Inc (All Sessions)', 10080],
  ['CAT', 'Caterpillar Inc (All Sessions)', 55310],
  ['CRM', 'Salesforce Inc (All Sessions)', 22870],
  ['CVX', 'Chevron Corp (All Sessions)', 15140],
  ['DIS', 'Walt Disney Co (All Sessions)', 10430],
  ['GM', 'General Motors Co (All Sessions)', 7060],
  ['GE', 'General Electric Co (All Sessions)', 29080],
  ['GS', 'Goldman Sachs Group Inc (All Sessions)', 77420],
  ['HD', 'Home Depot Inc (All Sessions)', 34120],
  ['IBM', 'International Business Machines Corp (All Sessions)', 29710],
  ['JNJ', 'Johnson & Johnson (All Sessions)', 20350],
  ['JPM', 'JPMorgan Chase & Co (All Sessions)', 29820],
  ['KO', 'Coca-Cola Co (All Sessions)', 7120],
  ['MA', 'Mastercard Inc (All Sessions)', 53480],
  ['MCD', 'McDonald’s Corp (All Sessions)', 30960],
  ['NKE', 'Nike Inc (All Sessions)', 6290],
  ['ORCL', 'Oracle Corp (All Sessions)', 19870],
  ['PFE', 'Pfizer Inc (All Sessions)', 2510],
  ['PG', 'Procter & Gamble Co (All Sessions)', 15080],
  ['UBER', 'Uber Technologies Inc (All Sessions)', 8360],
  ['V', 'Visa Inc (All Sessions)', 32790],
  ['WMT', 'Walmart Inc (All Sessions)', 10520],
  ['XOM', 'Exxon Mobil Corp (All Sessions)', 11710],
]

/** Tickers that also have a market without "(All Sessions)" in its name. As at IG, both markets have the same codes. */
export const daySessions: readonly string[] = ['NFLX', 'INTC', 'KO']

/** Tickers for which IG's market details contain no codes. */
export const tickersWithoutCodes: readonly string[] = ['WTB', 'MNDI', 'UBER']
