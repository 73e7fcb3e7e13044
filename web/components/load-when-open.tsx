import { type ComponentType, lazy, Suspense } from 'react'

/** Wraps a dialog so that its code is loaded when it first opens. */
export const loadWhenOpen = <Props extends { readonly open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  const Loaded = lazy(async () => ({ default: (await load()) as ComponentType<object> }))
  return (props) =>
    props.open ? (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    ) : null
}
