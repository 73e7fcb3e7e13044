import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

/** How many pixels below the visible area the content starts to load. */
const margin = 300

type Props = {
  /** Whether to load the content at once. */
  readonly now?: boolean
  /** The content's approximate height, as a class. Without it the page would jump while the reader scrolls. */
  readonly height?: string
  readonly children: ReactNode
}

/**
 * Renders content only when the reader scrolls near it or prints the page, so that the page loads faster. A placeholder
 * reserves the space until then.
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
