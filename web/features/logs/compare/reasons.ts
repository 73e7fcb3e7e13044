import type { Finding, LostReason } from './compare.ts'

type Advice = { readonly why: string; readonly remedy: string }

const lost: Readonly<Record<LostReason, Advice>> = {
  unreadable: {
    why: 'Signalpost can’t read this message as an alert',
    remedy: 'Help has the text to paste into the alert. A message for another service needs no change',
  },
  'no secret': {
    why: 'The message has no webhook secret, so Signalpost refused it',
    remedy: 'Copy the alert text from Help. It contains your secret',
  },
  'old secret': {
    why: 'Likely refused: in that minute, a message came with a webhook secret that you have replaced',
    remedy: 'Copy the alert text from Help into this alert. It contains your current secret',
  },
  throttled: {
    why: 'Likely refused: too many alerts came in that minute',
    remedy: 'The log entry of that minute has the number. Let fewer alerts fire at once',
  },
  'other secret': {
    why: 'Likely refused: its secret is not your current DEMO secret, and no message with it arrived',
    remedy:
      'If it isn’t your LIVE secret either, copy the alert text from Help. If it is, check that the alert’s webhook URL leads to this site',
  },
  'timed out': {
    why: 'TradingView gave up after 3 seconds without an answer, and doesn’t send again after that',
    remedy: 'If this happens often, ask your admin whether Signalpost answered slowly at that time',
  },
  failed: {
    why: 'TradingView couldn’t deliver it. Likely Signalpost couldn’t be reached, or couldn’t take alerts at that moment',
    remedy: 'Check your positions. If others failed at the same time, ask your admin what happened',
  },
  elsewhere: {
    why: 'TradingView delivered it, but not to your account here. No message of this TradingView alert arrived',
    remedy: 'Likely the alert’s webhook URL leads elsewhere. Compare it with the URL in Help',
  },
  unexplained: {
    why: 'TradingView delivered it, and Signalpost has nothing of it. Other messages of this TradingView alert arrived',
    remedy: 'Ask your admin to look for this time in the operator’s log',
  },
  'not said': {
    why: 'The file doesn’t say whether TradingView delivered it',
    remedy: 'Check in TradingView that the alert’s webhook is on and its URL is the one in Help',
  },
}

const notCompared = {
  'no webhook': {
    why: 'TradingView sent it to no webhook',
    remedy: 'If it should trade, turn on the webhook in the alert’s notifications',
  },
  'too old': { why: 'Signalpost keeps alerts for 30 days', remedy: 'Export a more recent log' },
} as const satisfies Record<string, Advice>

/** Returns why a message did not arrive or where an alert came from; null if the alert's outcome explains it. */
export const adviceOn = (finding: Finding): Advice | null => {
  switch (finding.kind) {
    case 'arrived':
      return null
    case 'lost':
      return lost[finding.reason]
    case 'not compared':
      return notCompared[finding.reason]
    case 'ignored':
      return {
        why: 'It arrived and was ignored: its ID belongs to an earlier alert',
        remedy: 'Give each alert its own ID, or none',
      }
    case 'unreadable':
      return {
        why: 'It arrived, but Signalpost couldn’t read it, so it didn’t trade',
        remedy: 'Copy the alert text from Help into this alert',
      }
    case 'extra':
      return {
        why: 'It wasn’t sent by these TradingView alerts. Likely another sender: a second TradingView account, an API token, a timed rule or a limit of yours',
        remedy: 'If you don’t know the sender, create a new webhook secret in Settings',
      }
  }
}
