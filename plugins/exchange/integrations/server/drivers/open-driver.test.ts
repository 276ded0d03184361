import { expect, it } from 'vitest';
import { Egress, EgressAllowance } from '#core/egress/server/index.ts';
import { openDriver } from './open-driver.ts';

it('should sign addresses of Google as its interface for clients of S3 takes them', async () => {
  const egress = new Egress(new EgressAllowance([]));
  const driver = openDriver(
    { type: 2, root: 'photos', config: { prefix: 'street/', access_key_id: 'GOOG1' } },
    { secrets: () => ({ secret_access_key: 'secret' }), folders: [], egress },
  );
  const { origin, pathname, searchParams } = new URL((await driver!.address('a.png', 'a.png'))!);
  expect([origin, pathname]).toEqual(['https://storage.googleapis.com', '/photos/street/a.png']);
  expect(searchParams.get('X-Amz-Credential')).toMatch(/^GOOG1\/\d{8}\/auto\/s3\/aws4_request$/);
  await egress.close();
});
