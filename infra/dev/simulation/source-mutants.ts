export const sourceMutants: Readonly<
  Record<string, { readonly file: string; readonly from: string; readonly to: string }>
> = {}
