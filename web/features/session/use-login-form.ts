import { type ChangeEvent, useState } from 'react'
import type { RequestOf, ResponseOf } from '../../../shared/contract/index.ts'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { submitting } from '../../lib/submitting.ts'
import { useAttempt } from '../../lib/use-attempt.ts'

type Login = RequestOf<'login'>
type Problems = Partial<Record<keyof Login, string>>

/** Returns the problem of each invalid field. The schema is loaded at the first check. */
const problemsOf = async (values: Login): Promise<Problems> => {
  const { contract } = await import('../../../shared/contract/index.ts')
  const { error } = contract.login.request.safeParse(values)
  const problems: Problems = {}
  for (const { path, message } of error?.issues ?? []) problems[path[0] as keyof Login] ??= message
  return problems
}

/** The values of the login form, and the problem of each invalid field. */
export const useLoginForm = (onAnswer: (answer: ResponseOf<'login'>) => unknown) => {
  const [values, setValues] = useState<Login>({ email: '', password: '' })
  const [problems, setProblems] = useState<Problems>({})
  /** Whether the visitor has tried to log in. From then on, the fields are checked at each key press. */
  const [isTried, setTried] = useState(false)
  const { isBusy, failure, attempt } = useAttempt(toastFailure('Login failed'))
  const check = async (next: Login) => {
    const found = await problemsOf(next)
    setProblems(found)
    return Object.keys(found).length === 0
  }
  const fieldOf = (name: keyof Login) => ({
    error: problems[name],
    value: values[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const next = { ...values, [name]: target.value }
      setValues(next)
      if (isTried) void check(next)
    },
  })
  const submit = submitting(() => {
    setTried(true)
    void attempt(async () => {
      if (await check(values)) await onAnswer(await call('login', values))
    })
  })
  return { fieldOf, submit, isBusy, failure }
}
