import * as z from 'zod/mini'

/** The upload form's value: one file whose name ends in .csv. */
export const CsvUpload = z.object({
  file: z.pipe(
    z.transform((chosen: FileList | undefined) => chosen?.[0]),
    z
      .file('Please select a file')
      .check(z.refine(({ name }) => /\.csv$/i.test(name), 'Please select a CSV file')),
  ),
})
export type ChosenFile = z.input<typeof CsvUpload>
export type FileToSend = z.output<typeof CsvUpload>
