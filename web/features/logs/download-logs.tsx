import { DownloadButton } from '../../components/download-button.tsx'
import { download } from '../../lib/api.ts'
import { filterRequest, type LogFilters } from './filters.ts'

export const DownloadLogs = ({ filters }: { readonly filters: LogFilters }) => (
  <DownloadButton
    label="Download"
    busy="Downloading..."
    act="download logs"
    save={(onProgress) =>
      download('downloadLogs', filterRequest(filters), `logs_${new Date().toISOString()}.log`, onProgress)
    }
  />
)
