import { Link } from '@tanstack/react-router'

export const NotFoundPage = () => (
  <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-4">
    <h1 className="text-2xl font-semibold">Page not found</h1>
    <Link to="/auth/login" className="rounded-md bg-accent px-4 py-2 text-sm font-medium text-accent-ink">
      Go to login
    </Link>
  </main>
)
