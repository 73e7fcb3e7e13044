import { DownloadButton } from '../../components/download-button.tsx'
import { download } from '../../lib/api.ts'

export const ExportInstruments = () => (
  <DownloadButton
    label="Export CSV"
    busy="Exporting..."
    act="export instruments"
    save={(onProgress) => download('exportInstruments', {}, 'instruments.csv', onProgress)}
  />
)
