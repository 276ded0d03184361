import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import { Organizations } from '#core/tenancy/server/index.ts';
import type { Plan } from '#plugins/workspace/items/common/index.ts';
import { remainingIn, uploadLimits } from '#plugins/workspace/items/common/index.ts';
import { Folders, ItemQuota } from '#plugins/workspace/items/server/kit/index.ts';
import { UPLOAD_BUCKET, UPLOAD_REGION } from '../common/upload-bucket.ts';
import type { UploadKeys } from './upload-keys.ts';
import { UploadKeyring } from './upload-keys.ts';

/** Data a client needs to put files. */
export interface UploadToken extends UploadKeys {
  readonly bucket: string;
  readonly region: string;
  readonly filePath: string;
  readonly availableImageCount: number;
}

/** Gives keys to who may upload into a folder. */
export class UploadTokens {
  constructor(
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemQuota) private readonly quota: ItemQuota,
    @inject(Organizations) private readonly organizations: Organizations,
    @inject(UploadKeyring) private readonly keyring: UploadKeyring,
  ) {}

  /**
   * Keys of one hour for one folder, the root one when absent.
   * @throws Fault NOT_FOUND for a folder that is not there.
   */
  async issue(context: RequestContext, projectId: number, folderId: number | undefined): Promise<UploadToken> {
    const folder = await this.folders.get(context, projectId, folderId);
    const { inFolder, inProject, inPlan } = await this.quota.in(context, folder, 0);
    const { plan } = await this.organizations.get(context.team.organizationId);
    const { imageBytes } = uploadLimits[plan as Plan] ?? uploadLimits[99];
    const { prefix, ...keys } = this.keyring.issue(
      { teamId: context.team.id, projectId, folderId: folder.id, maxBytes: imageBytes, creator: context.user.email },
      Date.now(),
    );
    return {
      ...keys,
      bucket: UPLOAD_BUCKET,
      region: UPLOAD_REGION,
      filePath: `${prefix}/`,
      availableImageCount: Math.min(
        ...[inFolder, inProject, ...(inPlan === undefined ? [] : [inPlan])].map(remainingIn),
      ),
    };
  }
}
