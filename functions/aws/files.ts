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

/** Files that are written part by part and fetched once, by a link that says for how long it applies. */

/** Identifies an unfinished file for another call. */
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
 * One client per process. A part of 16 MiB takes a fraction of this timeout, and both attempts end before the gateway's
 * timeout.
 */
const s3 = () =>
  (client ??= withinCall(
    new S3Client({
      maxAttempts: 2,
      requestHandler: awsTimeouts(5_000),
      // The SDK would add a checksum to each part, which S3 then requires when the parts are combined. That may happen in a
      // later call, which knows only the ETags.
      requestChecksumCalculation: 'WHEN_REQUIRED',
    }),
  ))

const folderOf = (userId: string) => `downloads/${userId}/`
const partsOf = (key: string) => `${key}.parts`

/** For deleting a user: files that were written and have not expired yet. */
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

/** Files that users download, each below its user's folder. They are written in parts and fetched by a link that expires. */
export class StoredFiles {
  readonly #bucket = requireEnv(env.downloadsBucket)

  /** @param name under which a browser saves the file */
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

  /** Leaves the file to another call. Its ETags are stored in an object, because they are too many for a URL. */
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

  /** Continues a file that another call left. */
  async resume({ key, uploadId }: OpenFile): Promise<StoredFile> {
    const { Body } = await s3().send(new GetObjectCommand({ Bucket: this.#bucket, Key: partsOf(key) }))
    return { key, uploadId, parts: JSON.parse((await Body?.transformToString()) ?? '') as string[] }
  }

  /** @returns a path under our own origin, which CloudFront forwards to the bucket */
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
