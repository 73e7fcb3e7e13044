import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { env } from '../../shared/platform/env.ts'
import { awsTimeouts } from './timeouts.ts'
import { withinCall } from './within-call.ts'
import { requireEnv } from './env.ts'

/** Identifies an unfinished file, so that another call can continue it. */
export const OpenFile = z.object({ key: z.string(), uploadId: z.string() })
export type OpenFile = z.infer<typeof OpenFile>

export type StoredFile = OpenFile & {
  /** ETags of the written parts, in order. */
  readonly parts: readonly string[]
}

/** Seconds until a link expires. */
const linkTime = 300

let client: S3Client | undefined

/**
 * One client per process. A part of 16 MiB takes a fraction of the client's timeout, and the client's two attempts end
 * before the gateway's timeout.
 */
const s3 = () =>
  (client ??= withinCall(
    new S3Client({
      maxAttempts: 2,
      requestHandler: awsTimeouts(5_000),
      // The SDK would add a checksum to each part, and S3 would then require it when the parts are combined. The call
      // that combines the parts may be a later call, which knows only their ETags.
      requestChecksumCalculation: 'WHEN_REQUIRED',
    }),
  ))

const folderOf = (userId: string) => `downloads/${userId}/`
const partsOf = (key: string) => `${key}.parts`

/** Deletes the files of a deleted user that have not expired yet. */
export const deleteStoredFiles = async (userId: string) => {
  const Bucket = requireEnv(env.downloadsBucket)
  for (;;) {
    const { Contents = [], IsTruncated } = await s3().send(
      new ListObjectsV2Command({ Bucket, Prefix: folderOf(userId) }),
    )
    const Objects = Contents.map(({ Key }) => ({ Key }))
    if (Objects.length > 0) await s3().send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    if (!IsTruncated) return
  }
}

/**
 * Files for downloads. Each file is in its user's folder, is written in parts, and is fetched by a link that expires.
 */
export class StoredFiles {
  readonly #bucket = requireEnv(env.downloadsBucket)

  /** @param name the name that a browser gives the downloaded file */
  async begin(userId: string, name: string): Promise<StoredFile> {
    const key = `${folderOf(userId)}${randomUUID()}.log`
    const { UploadId } = await s3().send(
      new CreateMultipartUploadCommand({
        Bucket: this.#bucket,
        Key: key,
        ContentType: 'text/plain; charset=utf-8',
        ContentDisposition: `attachment; filename="${name}"`,
        CacheControl: 'no-store',
      }),
    )
    return { key, uploadId: UploadId as string, parts: [] }
  }

  /** Writes a part. A failure aborts the whole file. */
  async addPart(file: StoredFile, text: string): Promise<StoredFile> {
    const { key, uploadId, parts } = file
    try {
      const { ETag } = await s3().send(
        new UploadPartCommand({
          Bucket: this.#bucket,
          Key: key,
          UploadId: uploadId,
          PartNumber: parts.length + 1,
          Body: Buffer.from(text),
        }),
      )
      return { ...file, parts: [...parts, (ETag as string).replaceAll('"', '')] }
    } catch (error) {
      await s3()
        .send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key: key, UploadId: uploadId }))
        .catch(() => {})
      throw error
    }
  }

  /** Stores the ETags of a file's parts, so that another call can continue the file. They are too many for a URL. */
  async leave({ key, uploadId, parts }: StoredFile): Promise<OpenFile> {
    await s3().send(
      new PutObjectCommand({
        Bucket: this.#bucket,
        Key: partsOf(key),
        Body: JSON.stringify(parts),
        ContentType: 'application/json',
      }),
    )
    return { key, uploadId }
  }

  /** Continues a file that another call has left unfinished. */
  async resume({ key, uploadId }: OpenFile): Promise<StoredFile> {
    const { Body } = await s3().send(new GetObjectCommand({ Bucket: this.#bucket, Key: partsOf(key) }))
    return { key, uploadId, parts: JSON.parse((await Body?.transformToString()) ?? '') as string[] }
  }

  /**
   * Combines the parts of a file.
   * @returns a path on our own origin, which CloudFront forwards to the bucket
   */
  async finish({ key, uploadId, parts }: StoredFile): Promise<string> {
    await s3().send(
      new CompleteMultipartUploadCommand({
        Bucket: this.#bucket,
        Key: key,
        UploadId: uploadId,
        MultipartUpload: { Parts: parts.map((ETag, index) => ({ PartNumber: index + 1, ETag })) },
      }),
    )
    const link = await getSignedUrl(s3(), new GetObjectCommand({ Bucket: this.#bucket, Key: key }), {
      expiresIn: linkTime,
    })
    return `/${key}${new URL(link).search}`
  }
}
