import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

/** Pixels below the view at which loading starts. */
const margin = 300

type Props = {
  /** Whether to load it at once. */
  readonly now?: boolean
  /** Approximate height of the content. A page that became shorter would scroll under the reader's finger. */
  readonly height?: string
  readonly children: ReactNode
}

/**
 * Renders content far down a page once the reader comes near it, or prints the page, so that the first view loads less.
 * Its place is kept until its code is loaded.
 */
export const WhenNear = ({ now = false, height = 'h-96', children }: Props) => {
  const [isNear, setNear] = useState(!('IntersectionObserver' in globalThis))
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNear || now || !place.current) return
    const show = () => setNear(true)
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && show(),
      { rootMargin: `${margin}px 0px` },
    )
    observer.observe(place.current)
    addEventListener('beforeprint', show)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', show)
    }
  }, [isNear, now])
  const placeholder = <div ref={place} className={height} />
  return isNear || now ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder
}
