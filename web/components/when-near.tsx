import { type ReactNode, useEffect, useRef, useState } from 'react'

/** From this far below the view. Pixels. */
const margin = 300

type Props = {
  /** Whether it is asked for already. */
  readonly now?: boolean
  readonly children: ReactNode
}

/** Renders what is far down a page once the reader comes near it, or prints the page: a first view then loads less. */
export const WhenNear = ({ now = false, children }: Props) => {
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
  return isNear || now ? children : <div ref={place} className="h-96" />
}
