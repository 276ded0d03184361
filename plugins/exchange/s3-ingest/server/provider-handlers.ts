import { notFound } from '#core/base/common/index.ts';
import type { Handlers } from '#core/api/server/index.ts';
import type { providerApi } from '../common/api.ts';
import { LIFETIME } from './upload-keys.ts';
import type { UploadTokens } from './upload-tokens.ts';

/** Handlers of upload grants. `publicUrl` is where clients of the S3 protocol find the server. */
export function providerHandlers(tokens: UploadTokens, publicUrl: string): Handlers<typeof providerApi> {
  return {
    async provider({ query }, context) {
      if (query.project_id === undefined) throw notFound('The project');
      const { accessKeyId, secretAccessKey, sessionToken, bucket, region, filePath } = await tokens.issue(
        context,
        query.project_id,
        query.folder_id,
      );
      const expiresAt = new Date(Date.now() + LIFETIME * 1000).toISOString();
      return {
        credentials: { kind: 's3', accessKeyId, secretAccessKey, sessionToken, region, endpoint: publicUrl, expiresAt },
        root: `${bucket}/${filePath}`,
      };
    },
  };
}
