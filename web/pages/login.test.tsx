import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anUser } from '../testing/examples.ts'
import { answerEmpty, open, signIn } from '../testing/render.tsx'
import { answer, refuse, requestsTo } from '../testing/server.ts'

describe('the login page', () => {
  it('names the missing fields without asking the server', async () => {
    const { user } = open('/auth/login')
    await user.click(await screen.findByRole('button', { name: 'Log in' }))
    expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toBeVisible()
    expect(await screen.findByText('Email is required')).toBeVisible()
    expect(screen.getByText('Password is required')).toBeVisible()
    await user.type(screen.getByLabelText('Email'), 'ada')
    expect(await screen.findByText('Invalid email address')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Invalid email address')
    expect(requestsTo('login')).toEqual([])
  })

  it('shows whether Signalpost responds', async () => {
    const { view } = open('/auth/login')
    expect(await screen.findByText('Signalpost is running')).toBeVisible()
    view.unmount()
    refuse('getHealth', 'UNEXPECTED', 'No')
    open('/auth/login')
    expect(await screen.findByText(/^Signalpost isn’t answering/)).toBeVisible()
  })

  it('opens the dashboard after a login', async () => {
    signIn()
    answer('login', anUser())
    answerEmpty()
    const { user, path } = open('/auth/login')
    await user.type(await screen.findByLabelText('Email'), 'ada@example.test')
    await user.type(screen.getByLabelText('Password'), 'Right-Pass-1')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByText('Login successful!')).toBeVisible()
    expect(path()).toMatch(/^\/dashboard\//)
    expect(requestsTo('login')).toEqual([{ email: 'ada@example.test', password: 'Right-Pass-1' }])
  })

  it('shows why the server refused the login, and stays open', async () => {
    refuse('login', 'INVALID_CREDENTIALS', 'Email or password is wrong')
    const { user, path } = open('/auth/login')
    await user.type(await screen.findByLabelText('Email'), 'ada@example.test')
    await user.type(screen.getByLabelText('Password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByText('Login failed')).toBeVisible()
    const form = screen.getByRole('button', { name: 'Log in' }).closest('form')
    expect(within(form as HTMLFormElement).getByRole('alert')).toHaveTextContent('Email or password is wrong')
    expect(path()).toBe('/auth/login')
  })
})
