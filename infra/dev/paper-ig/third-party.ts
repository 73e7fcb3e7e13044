/**
 * How to point a public IG client at paper IG. Run in no check: these clients come from other registries, and their own
 * tests ask for more than paper IG plays. `public-clients.test.ts` runs two from npm in the check.
 */
const text = `Start paper IG first:  npm run paper-ig
Any name that begins with "paper", any password and any API key sign in. Accounts: <NAME>-SB (preferred) and <NAME>-CFD.

Python, trading-ig (pip install trading-ig)
  from trading_ig import IGService
  IGService.D_BASE_URL["demo"] = "http://localhost:3001/gateway/deal"
  ig = IGService("paper-me", "any", "any-key", "demo"); ig.create_session()
  ig.fetch_open_positions(); ig.fetch_market_by_epic("IX.D.FTSE.DAILY.IP")

TypeScript, ig-trading-api (npm install ig-trading-api)
  const { rest } = new APIClient('http://localhost:3001/gateway/deal/', 'any-key')
  await rest.login.createSession('paper-me', 'any')

JavaScript, ig-api (npm install ig-api)
  const ig = new IG('any-key', true); ig.api.defaults.baseURL = 'http://localhost:3001/gateway/deal/'
  await ig.login('paper-me', 'any', true)

Go, igmarkets (go get github.com/sklinkert/igmarkets)
  Its address is a constant: set APIURL of the value that igmarkets.New returns to http://localhost:3001, then Login.

Ruby, ig_markets (gem install ig_markets)
  Its hosts are a constant of IGMarkets::Session; replace HOST_URLS[:demo] by http://localhost:3001/gateway/deal/ first.
`
process.stdout.write(text)
