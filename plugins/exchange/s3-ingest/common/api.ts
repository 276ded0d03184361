import { BYTES, defineApi, id, z } from '#core/api/common/index.ts';
import { UPLOAD_BUCKET } from './upload-bucket.ts';

/** Keys for putting images into object storage. */
export const uploadKeysApi = defineApi({
  service: 'main',
  operations: {
    sdkImageUploadToken: {
      method: 'GET',
      notWhenViewing: true,
      path: '/project/:project_id/sdkImageUploadToken',
      summary: 'Keys of one hour for uploading files of one folder by the S3 protocol',
      access: 'UploadItem',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id }),
      query: z.looseObject({ folder_id: id.optional() }),
      reply: z.object({
        accessKeyId: z.string(),
        secretAccessKey: z.string(),
        sessionToken: z.string(),
        bucket: z.string(),
        region: z.string(),
        /** In front of every key; ends with a slash. */
        filePath: z.string(),
        /** Number of further items the folder can take. */
        availableImageCount: z.int(),
      }),
    },
  },
});

/** An upload grant of storage: the same keys in another form. */
export const providerApi = defineApi({
  service: 'main',
  operations: {
    provider: {
      method: 'GET',
      path: '/provider',
      summary: 'Credentials of one hour for uploading files of a folder, and where they go',
      access: 'UploadItem',
      project: 'query.project_id',
      query: z.looseObject({ project_id: id.optional(), folder_id: id.optional() }),
      reply: z.object({
        credentials: z.object({
          kind: z.literal('s3'),
          accessKeyId: z.string(),
          secretAccessKey: z.string(),
          sessionToken: z.string(),
          region: z.string(),
          endpoint: z.string(),
          expiresAt: z.string(),
        }),
        /** Bucket and prefix of every key; ends with a slash. */
        root: z.string(),
      }),
    },
  },
});

const object = {
  path: `/${UPLOAD_BUCKET}/:prefix/:name`,
  access: 'public',
  signed: true,
  params: z.strictObject({ prefix: z.string(), name: z.string() }),
  query: z.looseObject({}),
  reply: BYTES,
} as const;

/** The calls of the S3 protocol that uploads need; signed by the keys above, errors as XML. */
export const objectsApi = defineApi({
  service: 'main',
  operations: {
    putObject: {
      ...object,
      method: 'PUT',
      summary: 'Put a file under a key of the S3 protocol',
      body: BYTES,
      bodyLimit: 1024 * 1024 * 1024,
      bodyReason: 'A file',
    },
    getObject: {
      ...object,
      method: 'GET',
      summary: 'Read a file back that was put with the same keys; HEAD returns its size',
    },
  },
});
