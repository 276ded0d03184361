import { BYTES, defineApi, id, z } from '#core/api/common/index.ts';
import { cloudView } from './cloud-view.ts';

const ofItem = z.strictObject({ project_id: id, item_id: id });
const number = z.coerce.number().int().min(0);
const cloud = z.strictObject({ cloud: id });

/** Point clouds of the items of point cloud projects. */
export const pointCloudsApi = defineApi({
  service: 'main',
  operations: {
    getPointCloud: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/point-cloud',
      summary:
        'The frames, octrees and cameras of a scan and how far they are; null of an item whose file is elsewhere or is no point cloud',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofItem,
      reply: z.object({ cloud: cloudView.nullable() }),
    },
    getCloudNode: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/point-cloud/frames/:frame/nodes/:node',
      summary: 'The points of one octree node. They never change under one `cloud` id',
      access: 'ViewItem',
      project: 'params.project_id',
      oneTransaction: true,
      params: ofItem.extend({ frame: number, node: z.string().regex(/^r[0-7]{0,20}$/) }),
      query: cloud,
      reply: BYTES,
    },
    getCloudImage: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/point-cloud/frames/:frame/images/:image',
      summary: 'A camera image of a frame. It never changes under one `cloud` id',
      access: 'ViewItem',
      project: 'params.project_id',
      oneTransaction: true,
      params: ofItem.extend({ frame: number, image: number }),
      query: cloud,
      reply: BYTES,
    },
    buildAgain: {
      method: 'POST',
      path: '/api/v1/project/:project_id/item/:item_id/point-cloud',
      summary: 'Build the octree of a scan again whose building failed or was canceled; does nothing for others',
      access: 'UploadItem',
      project: 'params.project_id',
      params: ofItem,
      reply: z.object({ cloud: cloudView.nullable() }),
    },
  },
});
